"""What is next for somebody tonight: one sentence and one button for each part that they have."""
