"""Variants: `extends`, and the overlay of `change`, `add` and `remove`.

The keys of `change` and `add` are paths: the YAML path without the word `steps`, its parts joined by dots; a definition is addressed by its
name. What stands under a path is the whole new value. Every node keeps the place where it was written, in whichever file that was. `change` names
what is there, `add` what is not, so that a misspelt path is an error and never a silent addition.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from .diagnostics import Note, Problems
from .document import Entry, Mapping, Node, Scalar, Sequence, parse_document, read_source
from .files import display_name, shipped_games
from .schema import branch_of, check_structure, schema
from .source import Source, Span
from .suggest import nearest

MAX_EXTENDS = 8
HEADER = ("language", "game", "title", "about")


class Files:
    """Where rule files are read from: the disk."""

    def open(self, path: Path, problems: Problems) -> Source | None:
        """The text of a file; None, with a diagnostic, where it cannot be read."""
        return read_source(path, display_name(path), problems)

    def base(self, path: Path, extends: Scalar, problems: Problems) -> Path | None:
        """The file that `extends` names: in the variant's own folder or below, else a game that ships with the package."""
        wanted = Path(extends.value)
        if wanted.is_absolute() or ".." in wanted.parts:
            problems.error("extends-outside", extends.span, path=extends.value)
            return None
        folder = path.resolve().parent
        own = folder / wanted
        if own.is_file():
            if not own.resolve().is_relative_to(folder):
                problems.error("extends-outside", extends.span, path=extends.value)
                return None
            return own
        shipped = shipped_games()
        if len(wanted.parts) == 1 and wanted.suffix == ".yaml" and wanted.stem in shipped:
            return shipped[wanted.stem]
        known = [*(file.name for file in folder.glob("*.yaml")), *(f"{stem}.yaml" for stem in shipped)]
        problems.error("extends-missing", extends.span, path=extends.value, near=nearest(extends.value, known))
        return None


class Given(Files):
    """Texts that are at hand already, as in a record: a file, then what it extends, and so on."""

    def __init__(self, texts: list[Source]):
        self.texts = iter(texts)

    def open(self, path: Path, problems: Problems) -> Source | None:
        return next(self.texts, None)

    def base(self, path: Path, extends: Scalar, problems: Problems) -> Path | None:
        return path.with_name(f"{path.name}+")  # any name that is not its own


def load_document(path: Path, problems: Problems, sources: list[Source], files: Files | None = None) -> Mapping | None:
    """The whole rule file at `path`, with what it extends laid under it; the texts used are appended to `sources`."""
    return _load(path, files or Files(), problems, sources, [])


def _load(path: Path, files: Files, problems: Problems, sources: list[Source], chain: list[Path]) -> Mapping | None:
    source = files.open(path, problems)
    root = parse_document(source, problems) if source else None
    if source is None or root is None:
        return None
    sources.append(source)
    branch = branch_of(root)
    check_structure(root, branch, problems)
    if branch != "variant":
        return root
    extends = root.get("extends")
    if not isinstance(extends, Scalar) or not extends.value:
        return None
    base_path = files.base(path, extends, problems)
    if base_path is None:
        return None
    chain = [*chain, path.resolve()]
    if base_path.resolve() in chain or len(chain) > MAX_EXTENDS:
        problems.error("extends-circle", extends.span, path=extends.value)
        return None
    before = len(problems.errors)
    base = _load(base_path, files, problems, sources, chain)
    if base is None:
        if len(problems.errors) == before:
            problems.error("extends-unusable", extends.span, path=extends.value)
        return None
    return overlay(base, root, problems)


def overlay(base: Mapping, variant: Mapping, problems: Problems) -> Mapping:
    """The base with the variant's sections carried out: remove, change, add, in this order."""
    entries = dict(base.entries)
    for key in HEADER:
        if key in variant.entries:
            entries[key] = variant.entries[key]
    whole = Mapping(entries, variant.span)
    removals = variant.get("remove")
    if isinstance(removals, Sequence):
        for path in removals.items:
            if isinstance(path, Scalar):
                whole = _remove(whole, _split(path.value), path, problems)
    for section, act in (("change", _change), ("add", _add)):
        wanted = variant.get(section)
        if isinstance(wanted, Mapping):
            for key, entry in wanted.entries.items():
                whole = act(whole, _split(key), entry, problems)
    return whole


# ---- paths


def _key_in(node: Mapping, part: str) -> str | None:
    """The key of `node` that a part of a path names: the key itself, or the definition of that name."""
    if part in node.entries:
        return part
    return next((key for key in node.entries if "(" in key and key.split("(")[0].strip() == part), None)


def _known(node: Mapping) -> list[str]:
    names = [key.split("(")[0].strip() for key in node.entries]
    inner = node.get("steps")
    return names + (list(inner.entries) if isinstance(inner, Mapping) else [])


def _split(key: str) -> list[str]:
    return key.split(".")


def _with(node: Mapping, key: str, value: Node) -> Mapping:
    entries = dict(node.entries)
    entries[key] = Entry(entries[key].key, value)
    return Mapping(entries, node.span)


def _descend(node: Mapping, part: str) -> tuple[str, ...] | None:
    """The keys that lead to `part`: one, or `steps` and one."""
    if key := _key_in(node, part):
        return (key,)
    steps = node.get("steps")
    if isinstance(steps, Mapping) and part in steps.entries:
        return ("steps", part)
    return None


def find(root: Mapping, path: str) -> Entry | None:
    """The entry at a path, None where there is none."""
    node: Node = root
    entry = None
    for part in _split(path):
        keys = _descend(node, part) if isinstance(node, Mapping) else None
        if keys is None:
            return None
        for key in keys:
            assert isinstance(node, Mapping)
            entry = node.entries[key]
            node = entry.value
    return entry


# ---- change


def _change(node: Mapping, path: list[str], entry: Entry, problems: Problems) -> Mapping:
    head = path[0].split("(")[0].strip()
    keys = _descend(node, head)
    if keys is None:
        problems.error("change-missing", entry.key.span, name=head, near=nearest(head, _known(node)))
        return node
    if len(keys) == 2:
        return _in_steps(node, _change, path, entry, problems)
    key = keys[0]
    if "(" in path[0] and path[0].replace(" ", "") != key.replace(" ", ""):
        problems.error("parameters-changed", entry.key.span, [Note("note:first-here", node.entries[key].key.span)], name=key)
    if len(path) == 1:
        return _with(node, key, entry.value)
    old = node.entries[key].value
    if isinstance(old, Mapping):
        return _with(node, key, _change(old, path[1:], entry, problems))
    problems.error("change-missing", entry.key.span, name=path[1], near=None)
    return node


def _in_steps(node: Mapping, act: Callable[..., Mapping], path: list[str], where: Entry | Scalar, problems: Problems) -> Mapping:
    steps = node.entries["steps"].value
    assert isinstance(steps, Mapping)
    return _with(node, "steps", act(steps, path, where, problems))


# ---- add


def _add(node: Mapping, path: list[str], entry: Entry, problems: Problems) -> Mapping:
    head = path[0]
    keys = _descend(node, head)
    if keys is not None and len(keys) == 2:
        return _in_steps(node, _add, path, entry, problems)
    if keys is None:
        if len(path) > 1 and node.get("game") is None:  # below a section every part but the last must be there
            problems.error("add-nowhere", entry.key.span, name=head, near=nearest(head, _known(node)))
            return node
        return _insert(node, path, entry, problems)
    old = node.entries[keys[0]].value
    if len(path) > 1 and isinstance(old, Mapping):
        return _with(node, keys[0], _add(old, path[1:], entry, problems))
    if len(path) == 1 and isinstance(old, Sequence) and isinstance(entry.value, Sequence):
        return _with(node, keys[0], Sequence((*old.items, *entry.value.items), old.span))
    problems.error("add-exists", entry.key.span, [Note("note:first-here", node.entries[keys[0]].key.span)], name=head)
    return node


def _insert(node: Mapping, path: list[str], entry: Entry, problems: Problems) -> Mapping:
    """Puts a new entry into `node`; a step goes before or after the one it names."""
    keys = _key_parts(entry.key, len(path))
    value = entry.value
    for key in reversed(keys[1:]):
        value = Mapping({key.value: Entry(key, value)}, key.span)
    anchor = None
    if isinstance(value, Mapping):
        for word in ("before", "after"):
            mark = value.get(word)
            if isinstance(mark, Scalar):
                anchor = (word, mark)
                value = Mapping({k: e for k, e in value.entries.items() if k != word}, value.span)
    new = Entry(keys[0], value)
    steps = node.get("steps")
    if anchor is None and isinstance(steps, Mapping) and path[0] not in schema()["definitions"]["block"]["properties"]:
        problems.error("step-unplaced", entry.key.span, name=path[0], allowed=list(steps.entries))
        return node
    if anchor and isinstance(steps, Mapping):
        return _with(node, "steps", _insert_step(steps, path[0], new, anchor, problems))
    if anchor:
        return _insert_step(node, path[0], new, anchor, problems)
    return Mapping({**node.entries, path[0]: new}, node.span)


def _key_parts(key: Scalar, count: int) -> list[Scalar]:
    """The last `count` parts of a path, each with its own place."""
    found = []
    end = key.inner.end
    for part in reversed(_split(key.value)[-count:]):
        found.append(Scalar(part, "", Span(key.span.source, end - len(part), end)))
        end -= len(part) + 1
    return found[::-1]


def _insert_step(steps: Mapping, name: str, new: Entry, anchor: tuple[str, Scalar], problems: Problems) -> Mapping:
    word, mark = anchor
    if mark.value not in steps.entries:
        problems.error("step-unknown", mark.span, name=mark.value, near=nearest(mark.value, steps.entries), allowed=list(steps.entries))
        return steps
    order: dict[str, Entry] = {}
    for key, entry in steps.entries.items():
        if key == mark.value and word == "before":
            order[name] = new
        order[key] = entry
        if key == mark.value and word == "after":
            order[name] = new
    return Mapping(order, steps.span)


# ---- remove


def _remove(node: Mapping, parts: list[str], path: Scalar, problems: Problems) -> Mapping:
    keys = _descend(node, parts[0])
    if keys is None:
        problems.error("remove-missing", path.span, name=parts[0], near=nearest(parts[0], _known(node)))
        return node
    if len(keys) == 2:
        return _in_steps(node, _remove, parts, path, problems)
    if len(parts) == 1:
        return Mapping({key: entry for key, entry in node.entries.items() if key != keys[0]}, node.span)
    inner = node.entries[keys[0]].value
    if isinstance(inner, Mapping):
        return _with(node, keys[0], _remove(inner, parts[1:], path, problems))
    if len(parts) > 1 and isinstance(inner, Sequence):  # an item is named as it is written, dots included
        name = ".".join(parts[1:])
        kept = tuple(item for item in inner.items if not (isinstance(item, Scalar) and item.value == name))
        if len(kept) < len(inner.items):
            return _with(node, keys[0], Sequence(kept, inner.span))
    problems.error("remove-missing", path.span, name=".".join(parts[1:]), near=None)
    return node
