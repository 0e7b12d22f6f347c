"""Translate templates of pages into JavaScript, with which a device makes pages without a network.

Works on Jinja's own syntax tree, and translates only what these templates use and a device needs; anything else is refused at build
time. Headings, which are Markdown for the site builder, become HTML. `assets/scripts/template.js` has the functions that the result
calls.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable

from jinja2 import meta, nodes

from ..pages.page_file import environment

_PAGES = ("entry", "term", "listing", "concept")
#: The parts of templates that pages on a device lack: they are for programs and desks, or are also on another page.
_LEFT_OUT = {"beside", "blocks", "changes.first", "compared", "neighbours", "original", "picture", "source.original"}
_HEADING = re.compile(r'^(#{1,6}) (.+?)(?: (?:\{#|\{\{ "\{#" \}\})(.+)\})?$', re.MULTILINE)
_CALLED = re.compile(r"\b_(\w+)(?=\()")
_LINE_END = re.compile(r"\s*\n\s*")


def template_script() -> str:
    """The text of the module: for each page a function that makes HTML of the template's values.

    >>> template_script().splitlines()[0]
    "import { Html, each, is, show } from './template.js';"
    """
    macros = {macro.name: macro for macro in _parsed("_macros.j2").find_all(nodes.Macro)}
    lines = ["import { Html, each, is, show } from './template.js';", *(_page(name, _parsed(f"{name}.md.j2")) for name in _PAGES)]
    known: set[str] = set()
    for line in lines:  # with the macros that it calls
        for name in _CALLED.findall(line):
            if name not in known:
                known.add(name)
                lines.append(_macro(macros[name]))
    return "\n".join(lines) + "\n"


def _page(name: str, template: nodes.Template) -> str:
    body = translated(template.body)
    given = sorted(meta.find_undeclared_variables(template).intersection(re.findall(r"\$(\w+)", body)))
    return f"export const {name} = ({{ {', '.join(f'{one}: ${one}' for one in given)} }}) => {body};"


def _parsed(name: str) -> nodes.Template:
    env = environment()
    assert env.loader
    source, _, _ = env.loader.get_source(env, name)
    return env.parse(_HEADING.sub(lambda h: f'<h{len(h[1])} id="{h[3] or "n-seite"}">{h[2]}</h{len(h[1])}>', source))


def _macro(macro: nodes.Macro) -> str:
    defaults = [""] * (len(macro.args) - len(macro.defaults)) + [f" = {_value(default)}" for default in macro.defaults]
    names = (f"${argument.name}{default}" for argument, default in zip(macro.args, defaults, strict=True))
    return f"const _{macro.name} = ({', '.join(names)}) => new Html({translated(macro.body)});"


def translated(statements: Iterable[nodes.Node]) -> str:
    """Translate statements into an expression that makes text. Raises ValueError for unsupported ones."""
    return " + ".join(text for text in map(_statement, statements) if text not in ("", '""')) or '""'


def _statement(node: nodes.Node) -> str:
    match node:
        case nodes.Output():
            return " + ".join(map(_shown, node.nodes))
        case nodes.If():
            return _branch(node.test, node.body, node.elif_, node.else_)
        case nodes.For():
            if _dotted(node.iter) in _LEFT_OUT:
                return ""
            target = ", ".join(
                f"${name.name}" for name in [node.target, *node.target.find_all(nodes.Name)] if isinstance(name, nodes.Name)
            )
            shown = f"[{target}]" if isinstance(node.target, nodes.Tuple) else target
            return f"each({_value(node.iter)}, ({shown}, $loop) => {translated(node.body)})"
        case nodes.Import():
            return ""
    raise ValueError(f"a template of an offline page has {type(node).__name__}")


def _branch(test: nodes.Node, body: list[nodes.Node], others: list[nodes.If], last: list[nodes.Node]) -> str:
    otherwise = _branch(others[0].test, others[0].body, others[1:], last) if others else translated(last)
    return otherwise if _dotted(test) in _LEFT_OUT else f"({_test(test)} ? {translated(body)} : {otherwise})"


def _shown(node: nodes.Node) -> str:
    if isinstance(node, nodes.TemplateData):
        return json.dumps(_LINE_END.sub("\n", node.data), ensure_ascii=False)
    return f"show({_value(node)})"


def _test(node: nodes.Node) -> str:
    match node:
        case nodes.Or():
            return f"({_test(node.left)} || {_test(node.right)})"
        case nodes.Not():
            return f"!{_test(node.node)}"
        case nodes.Test(name="defined"):
            return _test(node.node)
        case nodes.Compare(ops=[nodes.Operand(op="eq", expr=expected)]):
            return f"{_value(node.expr)} === {_value(expected)}"
    return f"is({_value(node)})"


def _value(node: nodes.Node | None) -> str:
    """An expression."""
    match node:
        case nodes.Const():
            return json.dumps(node.value, ensure_ascii=False)
        case nodes.Name():
            return f"${node.name}"
        case nodes.Getattr():
            return f"{_value(node.node)}.{node.attr}"
        case nodes.Getitem():
            return f"{_value(node.node)}[{_value(node.arg)}]"
        case nodes.List():
            return f"[{', '.join(map(_value, node.items))}]"
        case nodes.Concat():
            return f"({' + '.join(map(_value, node.nodes))})"
        case nodes.CondExpr():
            return f"({_test(node.test)} ? {_value(node.expr1)} : {_value(node.expr2)})"
        case nodes.Filter(name="md") | nodes.Call(node=nodes.Name(name="soft" | "link")):
            return _value(node.node if isinstance(node, nodes.Filter) else node.args[0])
        case nodes.Filter(name="length"):
            return f"{_value(node.node)}.length"
        case nodes.Filter(name="before"):
            return f"{_value(node.node)}.split({_value(node.args[0])}, 1)[0]"
        case nodes.Filter(name="join"):
            return f"{_value(node.node)}.join({_value(node.args[0])})"
        case nodes.Call(node=nodes.Getattr(node=nodes.Name(name="m"), attr=name) | nodes.Name(name=name)):
            return f"_{name}({', '.join(map(_value, node.args))})"
    raise ValueError(f"a template of an offline page has {type(node).__name__}")


def _dotted(node: nodes.Node) -> str:
    """ "source.original" for such an expression, else ""."""
    if isinstance(node, nodes.Getattr):
        return f"{_dotted(node.node)}.{node.attr}"
    return node.name if isinstance(node, nodes.Name) else ""
