"""ASGI launcher of the application."""
