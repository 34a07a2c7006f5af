"""Small neural nets that evaluate positions in whole numbers, and their files."""

from kingdoms.nets.file import NetError, Saved, load, load_for, save
from kingdoms.nets.net import Net
from kingdoms.nets.own import own_net

__all__ = ["Net", "NetError", "Saved", "load", "load_for", "own_net", "save"]
