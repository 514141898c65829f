"""What goes wrong between computers, as exceptions whose messages say what is there and what would be right."""

from __future__ import annotations


class ClusterFault(Exception):
    """Games cannot be played there, or not any more; what is finished is kept."""
