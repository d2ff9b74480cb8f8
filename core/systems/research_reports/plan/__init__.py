"""What is asked: the question read, and the plan as a form."""
