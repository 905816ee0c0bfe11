"""The module that is the whole model, in which all others are called."""

from vdlite.kinds.profile.categories import MODULE
from vdlite.kinds.profile.types import Tables


def whole_model(tables: Tables) -> str | None:
    """The path of the module in whose calls all others lie; None where there is none.

    A model itself is named by its class, as it has no path, and the paths of its parts do not begin with that name.
    """
    tree = tables.call_tree
    modules = (tree.category == MODULE).tolist()
    names, above = tree.name.tolist(), tree.parent.tolist()
    outermost: list[
        str
    ] = []  # of each call, the module that lies around all others; parents come first
    parts: set[str] = set()
    within: dict[str, set[str]] = {}
    for is_module, name, parent in zip(modules, names, above, strict=True):
        outer = outermost[parent] if parent >= 0 else ""
        if is_module:
            first = tables.strings[name].partition(".")[0]
            parts.add(first)
            if outer:
                within.setdefault(outer, set()).add(first)
            else:
                outer = tables.strings[name]
        outermost.append(outer)
    found = [name for name, inside in within.items() if inside == parts - {name} and inside]
    return found[0] if len(found) == 1 else None
