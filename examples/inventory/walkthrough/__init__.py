"""What the demo is made of: running the project, calling it, and showing what each call costs."""
