"""A table at home on one device."""
