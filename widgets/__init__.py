"""What a person sees: widgets that show values and emit requests."""
