"""What a condition comes to on a space where nothing stands: if it is then false, only spaces where something stands need be looked at."""

from __future__ import annotations

from .. import model as m
from ..partial import Known, value


def false_where_empty(condition: m.Expr, slot: int, zone: m.Zone, model: m.Model) -> bool:
    """Whether a condition on the space in a slot is false wherever none of a zone's pieces stand."""

    def given(node: m.Expr, slots: frozenset[int]) -> Known:
        match node:
            case m.Contents(index=m.Local(slot=held)) if node.zone == zone.index and held in slots:
                return 0
        return None

    return value(condition, given, model, frozenset({slot})) == 0
