"""People who come back: passkeys, what follows them from device to device, and what is known of their games."""
