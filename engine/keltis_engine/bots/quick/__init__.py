"""Players for playouts: they decide in a few microseconds, by tables, straight on a position.

Each is given a whole position and looks only at what the seat to act may know of it.
"""
