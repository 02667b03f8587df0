"""Where each action led, so that rules that lead elsewhere are noticed. Of what was played before it is not known."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.add_column("tables", sa.Column("fingerprint", sa.Integer))
    op.add_column("entries", sa.Column("fingerprint", sa.Integer))
