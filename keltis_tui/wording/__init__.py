"""Codes and events put into words."""
