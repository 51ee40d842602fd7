"""Compiles the engine: `python engine/compile.py FOLDER` makes a C extension of the same sources.

FOLDER gets a copy of `keltis_engine` in which mypyc's extensions stand beside the modules, and
Python prefers them: `PYTHONPATH=FOLDER keltis play`. What mypyc cannot make, msgspec's structs and
protocols, the copy has in modules next door, called `…_said`, that stay Python.
"""

import argparse
import ast
import shutil
import subprocess
import sys
from pathlib import Path

PACKAGE = Path(__file__).with_name("keltis_engine")
COMPILED = (
    *("fair.py", "match.py", "position.py", "parts/*.py", "rules/*.py"),
    *("bots/*.py", "bots/fixed/*.py", "bots/quick/*.py", "bots/reasons/*.py"),
)
"""What runs at every move of a playout; nobody waits for the rest."""
NOT_MADE = {"msgspec.Struct", "Protocol"}
"""The bases of classes that mypyc cannot make."""
SIMPLE = ("int", "bool", "Seat", "tuple[int, ...]")
"""What the fields of a struct hold that it makes all the same, as it does of most moves."""

BUILD = """
import sys
from mypyc.build import mypycify
from setuptools import setup
level, *paths = sys.argv[1:]
extensions = mypycify(paths, opt_level=level, debug_level="0", group_name="keltis_engine")
if level == "3":  # nobody outside replaces a function: any may be called directly, or inlined
    flags = ["-flto", "-fvisibility=hidden", "-fno-semantic-interposition"]
    for extension in extensions:
        extension.extra_compile_args += flags
        extension.extra_link_args += flags
order = ["--quiet", "build_ext", "--inplace"]
setup(name="keltis_engine", packages=[], ext_modules=extensions, script_args=order)
"""


def defined(node: ast.stmt) -> set[str]:
    """The names that a statement at the top of a module defines; imports do not count."""
    if isinstance(node, ast.ClassDef | ast.FunctionDef):
        return {node.name}
    targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
    return {target.id for target in targets if isinstance(target, ast.Name)}


def used(node: ast.stmt) -> set[str]:
    """The names that a statement mentions."""
    return {each.id for each in ast.walk(node) if isinstance(each, ast.Name)}


def is_simple(struct: ast.ClassDef) -> bool:
    """Whether mypyc makes this struct all the same."""
    fields = (each for each in struct.body if not isinstance(each, ast.Expr))
    return all(keyword.arg == "frozen" for keyword in struct.keywords) and all(
        isinstance(field, ast.AnnAssign) and ast.unparse(field.annotation) in SIMPLE
        for field in fields
    )


def not_made(modules: list[ast.Module]) -> set[str]:
    """The names of all classes that mypyc cannot make."""
    classes = [node for module in modules for node in module.body if isinstance(node, ast.ClassDef)]
    kinds, before = NOT_MADE, 0
    while len(kinds) > before:
        before = len(kinds)
        kinds = kinds | {
            each.name for each in classes if kinds & {ast.unparse(base) for base in each.bases}
        }
    return kinds - {each.name for each in classes if is_simple(each)}


def spell_out(path: Path, module: ast.Module) -> None:
    """Quote what tuples hold in simple structs: msgspec reads it, mypyc would leave it out."""
    structs = [node for node in module.body if isinstance(node, ast.ClassDef) and is_simple(node)]
    lines = path.read_text().splitlines()
    for field in (field for struct in structs for field in struct.body):
        if isinstance(field, ast.AnnAssign) and isinstance(field.annotation, ast.Subscript):
            kind = ast.unparse(field.annotation)
            lines[field.lineno - 1] = lines[field.lineno - 1].replace(kind, f'"{kind}"')
    path.write_text("\n".join(lines))


def take_out(path: Path, module: ast.Module, names: set[str]) -> None:
    """Put what defines `names`, and what that needs, next door; other lines keep their numbers."""
    spell_out(path, module)
    own = {name: node for node in module.body for name in defined(node)}
    wanted, before = names & set(own), 0
    while len(wanted) > before:
        before = len(wanted)
        wanted |= {name for each in wanted for name in used(own[each]) if name in own}
    if not wanted:
        return
    moved = [node for node in module.body if defined(node) & wanted]
    imports = [node for node in module.body if isinstance(node, ast.Import | ast.ImportFrom)]
    next_door = path.with_name(f"{path.stem}_said.py")
    next_door.write_text("\n".join(map(ast.unparse, [*imports, *moved])))
    lines = path.read_text().splitlines()
    for node in moved:
        first = node.lineno - 1
        if isinstance(node, ast.ClassDef) and node.decorator_list:
            first = node.decorator_list[0].lineno - 1
        lines[first : node.end_lineno] = [""] * len(lines[first : node.end_lineno])
    shared = ", ".join(f"{name} as {name}" for name in sorted(wanted))
    lines[moved[0].lineno - 1] = f"from .{next_door.stem} import {shared}"
    path.write_text("\n".join(lines))


def main() -> None:
    """Copy, take out what cannot be compiled, compile the rest."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--quick", action="store_true", help="a quick build of slow code")
    arguments = parser.parse_args()
    folder: Path = arguments.folder
    shutil.rmtree(folder, ignore_errors=True)
    copy = folder / PACKAGE.name
    shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns("__pycache__"))
    modules = {
        path: ast.parse(path.read_text())
        for pattern in COMPILED
        for path in sorted(copy.glob(pattern))
        if path.name != "__init__.py"
    }
    names = not_made(list(modules.values()))
    for path, module in modules.items():
        take_out(path, module, names)
    paths = [str(path.relative_to(folder)) for path in modules]
    level = "0" if arguments.quick else "3"
    order = [sys.executable, "-c", BUILD, level, *paths]
    built = subprocess.run(order, cwd=folder, capture_output=True, text=True, check=False)
    if built.returncode:
        sys.exit(built.stdout + built.stderr)
    shutil.rmtree(folder / "build")


if __name__ == "__main__":
    main()
