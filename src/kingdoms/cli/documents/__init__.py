"""Rules, records and pictures: the commands that look up, check, show and write them."""
