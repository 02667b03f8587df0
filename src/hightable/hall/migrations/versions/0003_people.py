"""People change places in a running game, and ask to go back."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.add_column("tables", sa.Column("revision", sa.Integer))
    op.add_column("tables", sa.Column("asking", sa.JSON))
    op.add_column("chairs", sa.Column("stand_in", sa.String(32)))
    op.add_column("chairs", sa.Column("open", sa.Boolean))
