"""The kinds of columns, for records: see `weblode.values.kinds`."""

from weblode.values.kinds import KINDS, as_kind, kind_of

__all__ = ["KINDS", "as_kind", "kind_of"]
