"""`python -m hightable` is `hightable`."""

from hightable.cli import main

main()
