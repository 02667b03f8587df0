"""The one door to mypyc's types. Compiled code sees packed arrays and machine integers; an interpreter sees plain
lists and ints, and needs no package from outside. Never compiled itself."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from librt.vecs import vec as vec
    from mypy_extensions import i64 as i64
    from mypy_extensions import mypyc_attr as mypyc_attr
else:
    i64 = int

    def mypyc_attr(**flags):
        return lambda cls: cls

    class vec:  # noqa: N801 - the name mypyc knows
        def __class_getitem__(cls, item):
            return list
