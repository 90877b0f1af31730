"""Who is sure to be among the first so many, who can't be, and who is with a win.

What is said holds whatever comes, by the places of the table (in which the withdrawn stay): every
open match played, drawn where the event allows it, won by walkover or forfeited by both. What can't
be proved is "still open". It does not reckon with results that are corrected, with penalties that
turn a match that was won, and with entries that come late and are not in the table yet.

- A knock-out, single or double, while at most eight are still in: complete, but for events in which
  somebody who has withdrawn is still to be met.
- A group of a round robin of at most eight, with at most six matches open: all ways in which they
  can be won; `groups` says which tie-breaks are counted exactly.
- Any other group, and a Swiss: by match points alone, where they are compared first.
- A ladder and a qualifying: still open until they are over.
"""
