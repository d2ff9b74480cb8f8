"""What is asked: the question read, the plan made of it, and the plan as a form."""
