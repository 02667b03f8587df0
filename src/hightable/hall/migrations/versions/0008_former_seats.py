"""Who has lost a seat in the running game, and which one: they may only come back to that one."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.add_column("tables", sa.Column("former", sa.JSON))
