"""Words for players. Rules and engine carry English source sentences with named gaps; they are translated and filled
where they are shown. Imports nothing."""

from collections.abc import Callable, Mapping


def N_(text: str) -> str:  # noqa: N802 - gettext's name for a text that is translated later
    """Mark a sentence for the catalogue without translating it here."""
    return text


class Refused(ValueError):
    """An action that can't be done, with the reason and the rule that says so. Nothing has changed."""

    def __init__(self, reason: str, rule: str = "", args: Mapping[str, object] | None = None) -> None:
        self.reason = reason
        self.rule = rule
        self.gaps = dict(args or {})
        super().__init__(self.words(str))

    def words(self, translate: Callable[[str], str]) -> str:
        """The sentence in the language of `translate`."""
        return translate(self.reason) % self.gaps if self.gaps else translate(self.reason)

    def __reduce__(self) -> tuple[object, ...]:
        return Refused, (self.reason, self.rule, self.gaps)
