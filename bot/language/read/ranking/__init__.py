"""Stage 5: rank actions by how well they explain a sentence."""
