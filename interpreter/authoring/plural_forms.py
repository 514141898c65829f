"""A text or word as it is written, and a language, in; the same with a place for each plural form that is needed, out."""

from __future__ import annotations

from parlour.interpreter.authoring.yaml_text import mapping
from parlour.interpreter.language.document.tree import Mapping, Tree
from parlour.interpreter.locale.message import BY
from parlour.interpreter.locale.plurals import CATEGORIES, OTHER, required


def with_forms(tree: Tree, language: str) -> Tree:
    """Forms that the language has not are left out; those that are missing say what stands for `other`."""
    if not isinstance(tree, Mapping) or not any(entry.key.text in CATEGORIES for entry in tree):
        return tree
    last = tree.get(OTHER) or next(entry.value for entry in tree if entry.key.text in CATEGORIES)
    forms = [(category, tree.get(category) or last) for category in required(language)]
    others = [(entry.key.text, entry.value) for entry in tree if entry.key.text not in CATEGORIES]
    if len(forms) == 1 and all(name == BY for name, _ in others):
        return last
    return mapping([*forms, *others])
