"""What is wrong with the open document."""
