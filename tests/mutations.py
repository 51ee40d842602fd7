"""Every small way to break a module: one operator, number, condition or statement changed."""

import ast
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

_SWAPPED: Final[dict[type[ast.AST], tuple[type[ast.AST], ...]]] = {
    ast.Lt: (ast.LtE, ast.Gt),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.Lt),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.Add: (ast.Sub,),
    ast.Sub: (ast.Add,),
    ast.Mult: (ast.FloorDiv,),
    ast.FloorDiv: (ast.Mult,),
    ast.Mod: (ast.FloorDiv,),
    ast.LShift: (ast.RShift,),
    ast.RShift: (ast.LShift,),
    ast.BitAnd: (ast.BitOr,),
    ast.BitOr: (ast.BitAnd,),
    ast.BitXor: (ast.BitOr,),
    ast.And: (ast.Or,),
    ast.Or: (ast.And,),
}
"""What each operator is mistaken for."""


@dataclass(frozen=True)
class Mutant:
    """One mistake that could be in a module."""

    number: int
    """Its place among all of the module."""
    line: int
    change: str
    """The place before and after."""


@dataclass(frozen=True)
class _Change:
    """One thing to put in the place of another: `holder.name`, or one entry of it."""

    holder: ast.AST
    name: str
    index: int | None
    instead: object
    """None takes an entry out of a list."""
    shown: ast.AST
    """What is printed before and after."""


def mutants(text: str) -> Iterator[Mutant]:
    """Every mutant of a module's text, in the order of the places."""
    for number, change in enumerate(list(_changes(ast.parse(text)))):
        before = ast.unparse(change.shown)
        undo = _make(change)
        after = "(left out)" if _leaves_out(change) else ast.unparse(change.shown)
        undo()
        yield Mutant(number, _line(change.shown), f"{_first(before)}  ->  {_first(after)}")


def broken(text: str, mutant: Mutant) -> str:
    """A module's text with this one mistake in it."""
    tree = ast.parse(text)
    _make(list(_changes(tree))[mutant.number])
    return ast.unparse(ast.fix_missing_locations(tree))


def _first(text: str) -> str:
    head, more, _ = text.strip().partition("\n")
    return f"{head} …" if more else head


def _line(node: ast.AST) -> int:
    if isinstance(node, ast.match_case):
        return node.pattern.lineno
    return node.lineno if isinstance(node, (ast.stmt, ast.expr)) else 0


def _leaves_out(change: _Change) -> bool:
    return isinstance(change.instead, ast.Pass) or (
        change.instead is None and change.index is not None
    )


def _make(change: _Change) -> Callable[[], None]:
    """Make a change in the tree; what comes back undoes it."""
    held = getattr(change.holder, change.name)
    if change.index is None:
        setattr(change.holder, change.name, change.instead)
        return lambda: setattr(change.holder, change.name, held)
    changed = [*held]
    if change.instead is None:
        del changed[change.index]
    else:
        changed[change.index] = change.instead
    setattr(change.holder, change.name, changed)
    return lambda: setattr(change.holder, change.name, held)


def _changes(
    node: ast.AST, shown: ast.AST | None = None, inside: bool = False
) -> Iterator[_Change]:
    """Every change below a node. `inside` says whether it is in a function's body."""
    if isinstance(node, (ast.expr, ast.stmt)) and not isinstance(node, (ast.Constant, ast.Name)):
        shown = node
    for name, index, child in _children(node):
        if shown is not None or isinstance(child, ast.AST):
            yield from _instead_of(node, name, index, child, shown or child, inside)
        within = inside or isinstance(child, ast.FunctionDef)
        yield from _changes(child, shown, within)


def _children(node: ast.AST) -> Iterator[tuple[str, int | None, ast.AST]]:
    """What a node holds that does something: no types, no signs, no lists of names."""
    left_out = {
        "annotation",
        "returns",
        "keywords",
        "decorator_list",
        "bases",
        "args",
        "type_params",
    }
    skipped = left_out if isinstance(node, (ast.ClassDef, ast.FunctionDef)) else {"annotation"}
    for name, value in ast.iter_fields(node):
        if name in skipped or name in ("ctx", "pattern"):
            continue
        entries = list(enumerate(value)) if isinstance(value, list) else [(None, value)]
        for index, child in entries:
            if isinstance(child, ast.AST) and not _silent(child):
                yield name, index, child


def _silent(node: ast.AST) -> bool:
    """Docstrings, imports, slots, and what only the type checker reads."""
    match node:
        case ast.Expr(value=ast.Constant()) | ast.Import() | ast.ImportFrom() | ast.Assert():
            return True
        case ast.Assign(targets=[ast.Name(id="__slots__")]):
            return True
        case ast.AnnAssign(value=None):
            return True
    return False


def _instead_of(
    holder: ast.AST, name: str, index: int | None, child: ast.AST, shown: ast.AST, inside: bool
) -> Iterator[_Change]:
    """What may stand in the place of one child."""

    def put(instead: object, seen: ast.AST = shown) -> _Change:
        return _Change(holder, name, index, instead, seen)

    for swapped in _SWAPPED.get(type(child), ()):
        yield put(swapped())
    match child:
        case ast.Constant(value=bool(value)):
            yield put(ast.Constant(not value))
        case ast.Constant(value=int(value)):
            yield put(ast.Constant(value + 1))
            yield put(ast.Constant(value - 1))
        case ast.Constant(value=str(value)) if value:
            yield put(ast.Constant("_" + value))
        case ast.UnaryOp(op=ast.Not() | ast.USub() | ast.Invert(), operand=operand):
            yield put(operand)
        case ast.If(test=test) | ast.While(test=test) if not _has_opposite(test):
            yield _Change(child, "test", None, ast.UnaryOp(ast.Not(), test), child)
        case ast.IfExp(test=test, body=body, orelse=orelse):
            yield put(ast.IfExp(test, orelse, body))
        case ast.comprehension(ifs=ifs) if ifs:
            yield _Change(child, "ifs", None, [], shown)
        case ast.match_case(guard=guard):
            if guard is not None:
                yield _Change(child, "guard", None, None, child)
            if len(getattr(holder, "cases", ())) > 1:
                yield put(None, child)
        case ast.Return(value=ast.expr() as value) if not _is_none(value):
            yield _Change(child, "value", None, ast.Constant(None), child)
        case ast.Continue() | ast.Break() | ast.Raise() | ast.Expr():
            yield put(ast.Pass(), child)
        case ast.Assign() | ast.AugAssign() if inside:
            yield put(ast.Pass(), child)


def _has_opposite(test: ast.expr) -> bool:
    """Whether another change of the same place turns this condition round."""
    match test:
        case ast.Compare(ops=[op]):
            return len(_SWAPPED[type(op)]) == 1
        case ast.UnaryOp(op=ast.Not()) | ast.Constant():
            return True
    return False


def _is_none(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and node.value is None
