"""Players that never change again: what others are measured against. Nobody plays with them.

Where a game's club player is still the one it was on that day, it stands in its usual place; a test
tells by its moves when it is changed, and then the old one has to be kept here first.
"""
