"""Drawing in processes of its own. They import this package, which therefore contains only what they need."""
