"""The server as a whole: the ASGI application, its routes and services, and the processes that run it."""
