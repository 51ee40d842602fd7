"""Bots that take their time think in processes of their own."""
