"""Words for players. Rules and engine carry English source sentences with named gaps; they are translated and filled
where they are shown. Imports nothing."""

from collections.abc import Callable, Mapping


def N_(text: str) -> str:  # noqa: N802 - gettext's name for a text that is translated later
    """Mark a sentence for the catalogue without translating it here."""
    return text


def fill(text: str, gaps: Mapping[str, object], translate: Callable[[str], str]) -> str:
    """A sentence in the language of `translate`, and so are the words in its gaps."""
    if not gaps:
        return translate(text)
    return translate(text) % {
        name: translate(word) if isinstance(word, str) and word else word for name, word in gaps.items()
    }


def shown(value: object) -> str:
    """A value as text, for a message. A number too long for Python to write out is called a very large number."""
    try:
        return str(value)
    except ValueError:
        return "a very large number"


class Refused(ValueError):
    """An action that can't be done, with the reason and the rule that says so. Nothing has changed."""

    def __init__(self, reason: str, rule: str = "", args: Mapping[str, object] | None = None) -> None:
        self.reason = reason
        self.rule = rule
        self.gaps = dict(args or {})
        super().__init__(self.words(str))

    def words(self, translate: Callable[[str], str]) -> str:
        """The sentence in the language of `translate`."""
        return fill(self.reason, self.gaps, translate)

    def __reduce__(self) -> tuple[object, ...]:
        return Refused, (self.reason, self.rule, self.gaps)
