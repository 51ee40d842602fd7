"""Private names of Textual and of asyncssh stand in one module each."""

import ast
import importlib
import inspect
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import asyncssh
import pytest
from textual._xterm_parser import XTermParser
from textual.app import App
from textual.driver import Driver
from textual.widget import Widget

ROOT = Path(__file__).parents[1]
PLACES = {
    "textual": ("keltis_tui.textual_internals", (App, Driver, Widget, XTermParser)),
    "asyncssh": (
        "keltis_server.ssh.asyncssh_internals",
        (asyncssh.SSHServerConnection, asyncssh.SSHServerChannel, asyncssh.SSHClientConnection),
    ),
}


@cache
def modules() -> tuple[tuple[str, ast.Module], ...]:
    """Every module of ours that shows or serves anything, by its name."""
    found = []
    for folder, package in ((ROOT / "server", "keltis_server"), (ROOT, "keltis_tui")):
        for path in sorted((folder / package).rglob("*.py")):
            name = ".".join(path.relative_to(folder).with_suffix("").parts)
            tree = ast.parse(path.read_text(encoding="utf-8"))
            found.append((name.removesuffix(".__init__"), tree))
    return tuple(found)


def private_names(kind: type, library: str) -> set[str]:
    """What the library's own part of a class keeps to itself."""
    bases = [base for base in kind.__mro__ if base.__module__.partition(".")[0] == library]
    return set[str]().union(*map(names_in, bases))


@cache
def classes_of(file: str) -> dict[str, str]:
    """The source of every class of a module, which is parsed once for all of them."""
    source = Path(file).read_text(encoding="utf-8")
    lines, tree = source.splitlines(), ast.parse(source)
    return {
        node.name: "\n".join(lines[node.lineno - 1 : node.end_lineno])
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef)
    }


@cache
def names_in(base: type) -> set[str]:
    """The private names in the source of one class."""
    source = classes_of(inspect.getfile(base))[base.__name__]
    found = {*vars(base), *re.findall(r"self\.(_\w+)", source)}
    return {name for name in found if re.match(r"_[a-z]", name)}


@cache
def nodes(tree: ast.AST) -> tuple[ast.AST, ...]:
    """Everything in a module or a class, walked through once."""
    return tuple(ast.walk(tree))


def attributes(tree: ast.AST, names: set[str]) -> Iterator[tuple[str, str]]:
    """Every attribute and every method of these names: what it is of, and its name."""
    for node in nodes(tree):
        if isinstance(node, ast.Attribute) and node.attr in names:
            yield ast.unparse(node.value), node.attr
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name in names:
            yield "self", node.name


@pytest.mark.parametrize("library", PLACES)
def test_nothing_private_is_imported_elsewhere(library: str) -> None:
    for name, tree in modules():
        for node in nodes(tree):
            if isinstance(node, ast.ImportFrom) and name != PLACES[library][0]:
                parts = [*(node.module or "").split("."), *(each.name for each in node.names)]
                private = [part for part in parts if part.startswith("_")]
                assert parts[0] != library or not private, f"{name} imports {private}"


@pytest.mark.parametrize("library", PLACES)
def test_nothing_private_is_asked_of_others_elsewhere(library: str) -> None:
    place, kinds = PLACES[library]
    private = set().union(*(private_names(kind, library) for kind in kinds))
    for name, tree in modules():
        imports = {node.module or "" for node in nodes(tree) if isinstance(node, ast.ImportFrom)}
        near = ("keltis_server.ssh", "keltis_server.terminal", "keltis_tui.textual_app")
        if name == place or not (name.startswith(near) or library in imports):
            continue
        found = {
            f"{owner}.{attribute}"
            for owner, attribute in attributes(tree, private)
            if owner not in {"self", "cls"}
        }
        assert not found, f"{name} uses {found}; they belong into {place}"


@pytest.mark.parametrize("library", PLACES)
def test_no_class_touches_what_its_base_keeps_to_itself(library: str) -> None:
    """Neither knowingly nor by giving something of its own the same name."""
    place = PLACES[library][0]
    seen = 0
    for name, tree in modules():
        bases = {node.name: node for node in nodes(tree) if isinstance(node, ast.ClassDef)}
        if name == place or not bases:
            continue
        module = importlib.import_module(name)
        for each, node in bases.items():
            kind = getattr(module, each, None)
            private = private_names(kind, library) if isinstance(kind, type) else set()
            seen += bool(private)
            ours = {attribute for _, attribute in attributes(node, private)}
            assert not ours, f"{name}.{each} touches {ours} of {library}"
    assert seen, "no class of ours is derived from the library's: this test sees nothing"
