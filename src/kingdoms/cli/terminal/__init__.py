"""What the commands share: the console, prompts, progress, completion, options and the search for clauses."""
