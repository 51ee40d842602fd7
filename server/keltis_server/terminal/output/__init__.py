"""From a canvas to the bytes of one client's terminal."""
