"""Training of nets by self-play: samples of positions with labels by search, and a fit with NumPy."""
