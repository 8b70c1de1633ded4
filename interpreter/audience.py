"""Who may know which piece is which: what zones say, worked out for a state.

A piece is seen by everybody, by the owner of the zone in which it lies, or by nobody. What has been told of it stays told: an event
that shows a piece may be read by whoever could see it before, or can see it after.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, replace
from typing import Any

from . import model as m
from .events import EVERYBODY, Event, Value
from .types import Family


def audience_of(model: m.Model, c: Sequence[int], family: Family, piece: int) -> int:
    """The seats that see a piece where it lies, as a mask; EVERYBODY for all."""
    zone, place = place_of(model, c, family, piece)
    return zone_audience(model.zones[zone], place)


def place_of(model: m.Model, c: Sequence[int], family: Family, piece: int) -> tuple[int, int]:
    """The zone in which a piece lies, and which of its kind that is."""
    for zone in model.zones:
        if zone.pieces == family:
            for place in range(zone.family.size):
                if c[zone.cell + place] >> piece & 1:
                    return zone.index, place
    raise AssertionError("a piece always lies somewhere")


def zone_audience(zone: m.Zone, place: int) -> int:
    """The seats that see what lies in one zone of a kind."""
    return {"everybody": EVERYBODY, "nobody": 0}.get(zone.seen_by, 1 << place)


def value_audience(model: m.Model, c: Sequence[int], value: Value) -> int:
    """The seats that see all the pieces of a value."""
    family = value.type.family
    if family is None or not any(kind.family == family for kind in model.pieces):
        return EVERYBODY
    seen = EVERYBODY
    mask = value.value if value.type.many else 1 << value.value if value.value >= 0 else 0
    for piece in range(mask.bit_length()):
        if mask >> piece & 1:
            seen &= audience_of(model, c, family, piece)
    return seen


def revealed(model: m.Model, c: Sequence[int], event: Event) -> Event:
    """The event, readable also for those who see its pieces now."""
    changes: dict[str, Any] = {}
    for part in fields(event):
        value = getattr(event, part.name)
        wider = _wider(model, c, value)
        if wider is not value:
            changes[part.name] = wider
    return replace(event, **changes) if changes else event


def _wider(model: m.Model, c: Sequence[int], thing: Any) -> Any:
    if isinstance(thing, Value):
        seen = thing.seen_by | value_audience(model, c, thing) if thing.seen_by != EVERYBODY else EVERYBODY
        return thing if seen == thing.seen_by else replace(thing, seen_by=seen)
    if isinstance(thing, tuple):
        parts = tuple(_wider(model, c, part) for part in thing)
        return parts if any(a is not b for a, b in zip(parts, thing, strict=True)) else thing
    if isinstance(thing, dict):
        found = {key: _wider(model, c, part) for key, part in thing.items()}
        return found if any(found[key] is not thing[key] for key in thing) else thing
    return thing
