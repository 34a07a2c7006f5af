"""A table at home on one device: the answers of a server for one person, without a server."""

from kingdoms.device.device import CloseCode, Device
from kingdoms.device.keeping import MemoryStore
from kingdoms.device.thinking import DirectThinker

__all__ = ["CloseCode", "Device", "DirectThinker", "MemoryStore"]
