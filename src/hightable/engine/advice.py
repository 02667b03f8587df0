"""What somebody is told who asks for a hint. Imports the engine's words."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from hightable.engine.words import fill


class Advice:
    """What a good player would do, and why: two sentences with named gaps, translated where they are shown."""

    def __init__(self, action: int, deed: str, reason: str, gaps: Mapping[str, object] | None = None) -> None:
        self.action = action
        self.deed = deed  # empty where the reason says it all
        self.reason = reason
        self.gaps = dict(gaps or {})

    def words(self, translate: Callable[[str], str]) -> str:
        """Both sentences in the language of `translate`."""
        return " ".join(fill(text, self.gaps, translate) for text in (self.deed, self.reason) if text)

    def __reduce__(self) -> tuple[object, ...]:
        return Advice, (self.action, self.deed, self.reason, self.gaps)
