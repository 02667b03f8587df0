"""How older data become newer ones: one file a step, for SQLite and PostgreSQL alike."""
