"""Everything about tables: their log, what may happen at them, who is told."""
