"""From a client's bytes to keys, clicks and pastes."""
