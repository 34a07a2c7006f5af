"""Pictures of tables: SVG, PNG and animations, from the functions that a game gives as its `Drawing`."""
