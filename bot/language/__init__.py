"""Language: what people type, read as moves."""
