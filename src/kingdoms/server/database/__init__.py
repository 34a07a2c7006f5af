"""The database: its tables and migrations, and what servers and commands tell each other through it."""
