"""Clocks, codes, deals of several tables, the chat's switch, and the way to the next table."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    had = {column["name"] for column in sa.inspect(op.get_bind()).get_columns("tables")}
    for column in (sa.Column("next", sa.String(16)), sa.Column("talk", sa.Boolean)):
        if column.name not in had:  # some data of version 3 have them
            op.add_column("tables", column)
    op.add_column("tables", sa.Column("code", sa.String(8)))
    op.add_column("tables", sa.Column("begun", sa.Float))
    op.add_column("tables", sa.Column("timing", sa.JSON))
    op.add_column("tables", sa.Column("deadline", sa.Float))
    op.add_column("tables", sa.Column("origin", sa.String(8)))
    op.create_index("tables_by_code", "tables", ["code"], unique=True)
    op.create_index("tables_by_deadline", "tables", ["deadline"])
    op.create_index("tables_by_commitment", "tables", ["commitment"])
    op.create_table(
        "bot_results",
        sa.Column("commitment", sa.String(64), primary_key=True),
        sa.Column("level", sa.String(32), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("score", sa.Integer, nullable=False),
        sa.Column("title", sa.String(80), nullable=False),
        sa.Column("turns", sa.Integer, nullable=False),
        sa.Column("merit", sa.JSON, nullable=False),
    )
