"""The lab: many games at once, and what they say about bots and rules."""

from hightable.lab.simulate import Report, Seat, simulate, wilson

__all__ = ["Report", "Seat", "simulate", "wilson"]
