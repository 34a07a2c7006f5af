"""The operator's commands on the database, below `kingdoms admin`. Most of them can be used while servers run."""
