"""Drawing beside everything else, in processes of their own; they import this package, and nothing that they do not
need is in it."""
