"""A table as it is seen: what all games share of scene, choosing, layout and painting."""
