"""Swiss pairing: minimum-cost matching over named, ordered cost terms.

`rounds.pair` takes a `Field` (who plays this round, what they have, whom they have met) and gives
the round as `Paired` rows, each with its reason in words. `costs.TERMS` are the terms, worst first.
`dutch.pair_dutch` gives such a round by FIDE Dutch instead.
"""
