"""What all rooms of the server share: settings, errors, addresses, names, times, queues and background tasks."""
