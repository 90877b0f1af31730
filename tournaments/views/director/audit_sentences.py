"""The sentences of the audit, by the action that each tells, and its other words."""

from collections.abc import Mapping

from players.text import N_

SENTENCES: Mapping[str, str] = {
    "tournament.create": N_("The tournament was made."),
    "tournament.edit": N_("Settings were changed."),
    "tournament.state": N_("The tournament took a step."),
    "tournament.tables": N_("The tables were set."),
    "tournament.announce": N_("Something was announced to everybody."),
    "tournament.take_back_announcement": N_("The announcement was taken back."),
    "tournament.rebuild": N_("Everything that follows from the facts was computed anew."),
    "entries.enter": N_("Entered: %(entries)s."),
    "entries.register": N_("%(entry)s asked to take part."),
    "entries.approve": N_("%(entry)s was let in."),
    "entries.withdraw": N_("%(entry)s withdrew."),
    "entries.check_in": N_("%(entry)s is here."),
    "entries.check_in_undone": N_("%(entry)s is not here after all."),
    "entries.seed": N_("Seeds were given: %(entries)s."),
    "entries.place": N_("The entrants were put in order."),
    "entries.swap": N_("%(entry)s came in for %(out)s, who did not come."),
    "entries.remove": N_("An entry was taken out before the draw."),
    "entries.merge": N_("Two entries turned out to be one person."),
    "entries.show": N_("The name of %(entry)s is shown in another way."),
    "entries.name": N_("A name was changed on the club's list: %(entry)s."),
    "entries.anonymise": N_("The name of an entrant was forgotten at their wish."),
    "entries.late": N_("%(entry)s came late and plays from round %(number)s."),
    "entries.absent": N_("%(entry)s sits out from round %(number)s on."),
    "entries.back": N_("%(entry)s is there again from round %(number)s."),
    "entries.line_up": N_("%(entry)s was lined up anew."),
    "entries.rename": N_("A team was given another name: %(entry)s."),
    "entries.table": N_("%(entry)s has a table of their own, or no longer: %(table)s."),
    "pairs.set": N_("It was said who meets, or does not meet: %(entries)s."),
    "pairs.end": N_("It holds no more who meets, or does not meet: %(entries)s."),
    "round.draw": N_("Round %(number)s was drawn."),
    "round.drop": N_("The draft of round %(number)s was dropped."),
    "round.swap": N_("Two were exchanged in the draft of round %(number)s: %(entries)s."),
    "tournament.stages": N_("The stages were set up."),
    "stage.draw": N_("The draw was made."),
    "stage.drop_draw": N_("The draw was dropped."),
    "stage.advance": N_("The bracket was brought up to date."),
    "standings.compute": N_("The standings were computed."),
    "round.plan": N_("Publication planned, or no longer planned: %(round)s."),
    "round.publish": N_("Published: %(round)s."),
    "round.unpublish": N_("No longer published: %(round)s."),
    "round.schedule": N_("Beginning and length set: %(round)s."),
    "round.clock": N_("Clock of the round, %(round)s: %(clock)s"),
    "staff.appoint": N_("%(staff)s was given a role: %(role)s."),
    "staff.pass": N_("A pass was made for %(staff)s."),
    "staff.end": N_("The role of %(staff)s was ended."),
    "match.hand": N_("%(match)s: hand %(n)s was written down."),
    "match.correct_hand": N_("%(match)s: hand %(n)s was corrected."),
    "match.result": N_("%(match)s: a result was handed in."),
    "match.confirm": N_("%(match)s: the result was confirmed."),
    "match.dispute": N_("%(match)s: the result was disputed."),
    "match.undo_correction": N_("%(match)s: a correction was taken back."),
    "match.ruling": N_("%(match)s: ruling, %(rule)s."),
    "match.take_back_ruling": N_("%(match)s: a ruling was taken back, %(rule)s."),
    "correction.keep": N_("%(match)s: what rests on the corrected result: %(choice)s."),
    "penalty.give": N_("%(match)s: penalty for %(entry)s, %(infraction)s: %(step)s."),
    "penalty.score": N_("%(match)s: the score follows from its penalties anew."),
    "penalty.carry": N_("%(match)s: a penalty of %(entry)s was carried over to this match."),
    "penalty.take_back": N_("%(match)s: a penalty of %(entry)s was taken back."),
    "appeal.make": N_("%(match)s: an appeal was made."),
    "appeal.decide": N_("%(match)s: an appeal was decided, %(outcome)s."),
    "memo.write": N_("A private memo was written."),
    "memo.purge": N_("Private memos were deleted: their time was over."),
}
ABOUT_A_MATCH = N_("%(match)s: %(action)s.")
CLOCKS: Mapping[str, str] = {
    "start": N_("started, %(where)s."),
    "pause": N_("stopped, %(where)s."),
    "resume": N_("goes on, %(where)s."),
    "extend": N_("%(minutes)d minutes more, %(where)s."),
}
DOORS: Mapping[str, str] = {
    "page": N_("on a page"),
    "api": N_("through the API"),
    "command": N_("by a command"),
    "task": N_("by itself"),
}
ROLES: Mapping[str, str] = {
    "director": N_("director"),
    "head_referee": N_("head referee"),
    "referee": N_("referee"),
}
CHOICES: Mapping[str, str] = {
    "score_only": N_("only the score is another"),
    "rewind": N_("the bracket follows, nothing of it was played"),
    "void": N_("the bracket follows, what was played is void"),
    "keep": N_("what was played stays"),
}
OUTCOMES: Mapping[str, str] = {
    "upheld": N_("upheld"),
    "changed": N_("changed"),
    "overturned": N_("overturned"),
}
# What was otherwise before; whatever is not here goes by its code, as in the rules' own file.
LABELS: Mapping[str, str] = {
    "state": N_("State"),
    "winner": N_("Winner"),
    "games_won": N_("Games won"),
    "points": N_("Points by game"),
    "cap": N_("Most entrants"),
    "seeding": N_("Seeding"),
    "registration": N_("Registration"),
    "publishing": N_("Publishing"),
    "protest_minutes": N_("Minutes to protest"),
    "starts_at": N_("Begins"),
    "target": N_("Points to win a game"),
    "match_n": N_("Games in a match"),
}
