"""No module is imported for what happens while it is imported: what is registered is registered by a call."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FILES = sorted(
    file.relative_to(ROOT)
    for package in ("bot", "engines", "render", "storage", "tools")
    for file in (ROOT / package).rglob("*.py")
)


def imported_names(module: ast.Module) -> set[str]:
    """Return what the imports of a module bind."""
    imports = [node for node in ast.walk(module) if isinstance(node, ast.Import | ast.ImportFrom)]
    names = [alias.asname or alias.name.partition(".")[0] for node in imports for alias in node.names]
    return {*names} - {"annotations"}


def root_name(expression: ast.expr) -> str:
    """Return the name that an expression begins with; empty: none."""
    while isinstance(expression, ast.Attribute | ast.Subscript | ast.Call):
        expression = expression.func if isinstance(expression, ast.Call) else expression.value
    return expression.id if isinstance(expression, ast.Name) else ""


def reaching_out(module: ast.Module) -> Iterator[ast.stmt]:
    """Yield the statements by which the import of a module changes something else than the module."""
    names = imported_names(module)
    for statement in module.body:
        match statement:
            case ast.Expr(value=ast.Call(func=function)):
                changed = [root_name(function)]
            case ast.Assign(targets=targets):
                changed = [root_name(target) for target in targets if not isinstance(target, ast.Name)]
            case ast.AugAssign(target=target) | ast.Delete(targets=[target]):
                changed = [root_name(target)]
            case _:
                changed = []
        if names.intersection(changed):
            yield statement


def read(file: Path) -> str:
    return (ROOT / file).read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "code", ["import registry\nregistry.register(1)", "from a import b\nb.c[1] = 2", "from a import b\nb += 1"]
)
def test_what_reaches_out_is_seen(code: str) -> None:
    assert len([*reaching_out(ast.parse(code))]) == 1


def test_the_import_of_a_module_changes_nothing_outside_of_it() -> None:
    effects = [
        f"{file}: {ast.unparse(statement)}" for file in FILES for statement in reaching_out(ast.parse(read(file)))
    ]
    assert effects == []


def test_every_imported_name_is_used() -> None:
    """Ruff says so of each (F401), unless it is told to look away."""
    assert [str(file) for file in FILES if "noqa: F401" in read(file) or "ruff: noqa" in read(file)] == []
