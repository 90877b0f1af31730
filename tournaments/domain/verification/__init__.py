"""Standings worked out a second time, straight from the definitions.

What is stored was computed by the formats, from the columns of the tie-breaks. This package knows
neither: it takes the facts, reads every value off them one by one, slowly and in exact fractions,
and so finds out a mistake there. A format and its tie-breaks are handed in, and asked for their
definitions alone, which are made of what stands here.
"""
