"""The app drawn for others: one Textual app for every plain `ssh`, all in one process."""
