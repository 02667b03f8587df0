"""Run by Alembic: the steps happen on the connection that `prepare` holds, in its transaction."""

from alembic import context

context.configure(connection=context.config.attributes["connection"])
context.run_migrations()
