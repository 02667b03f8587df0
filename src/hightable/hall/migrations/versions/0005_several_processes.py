"""Several processes on one data base: who is at which table, seen from which process. From here on the version is
Alembic's; what older programs look at tells them to leave these data alone."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.create_table(
        "presence",
        sa.Column("table_id", sa.String(16), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("guest", sa.String(32), primary_key=True),
        sa.Column("process", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("name", sa.String(40), nullable=False),
    )
    op.create_index("presence_by_process", "presence", ["process"])
    op.create_index(
        "tables_on_lists",
        "tables",
        ["created", "id"],
        sqlite_where=sa.text("phase != 'over' AND listed = 1"),
        postgresql_where=sa.text("phase != 'over' AND listed"),
    )
    op.execute("delete from schema_version")
    op.execute("insert into schema_version values (5)")
