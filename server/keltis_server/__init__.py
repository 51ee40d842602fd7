"""Who decides: people, tables, the store, and how they are reached by ssh."""
