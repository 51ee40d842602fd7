"""What is seen: the app, its screens and its boards."""
