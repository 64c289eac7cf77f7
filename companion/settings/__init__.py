"""What the household has set: in files, in the environment, on the command line."""

from companion.settings.keys import Mqtt, Screen, Settings, Web
from companion.settings.layers import Effective, Origin, load_settings

__all__ = ["Effective", "Mqtt", "Origin", "Screen", "Settings", "Web", "load_settings"]
