"""The daily feast: the hall's secrets, deals, and what finished games brought."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.create_table(
        "secrets",
        sa.Column("name", sa.String(16), primary_key=True),
        sa.Column("value", sa.String(64), nullable=False),
    )
    op.add_column("tables", sa.Column("deal", sa.String(160)))
    op.create_index("one_try_a_deal", "tables", ["deal", "host"], unique=True)
    op.create_table(
        "results",
        sa.Column("table_id", sa.String(16), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("score", sa.Integer, nullable=False),
        sa.Column("title", sa.String(80), nullable=False),
        sa.Column("turns", sa.Integer, nullable=False),
        sa.Column("merit", sa.JSON, nullable=False),
    )
