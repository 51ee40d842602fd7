"""The rules on short pages, and guided first games, as data."""
