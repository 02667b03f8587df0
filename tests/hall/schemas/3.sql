CREATE TABLE chairs (
  table_id VARCHAR(16) NOT NULL,
  seat INTEGER NOT NULL,
  kind VARCHAR(8) NOT NULL,
  guest VARCHAR(32),
  level VARCHAR(32) NOT NULL,
  name VARCHAR(40) NOT NULL,
  stand_in VARCHAR(32),
  open BOOLEAN,
  PRIMARY KEY (table_id, seat),
  FOREIGN KEY(table_id) REFERENCES tables (id),
  FOREIGN KEY(guest) REFERENCES guests (id)
);
CREATE TABLE chat (
  table_id VARCHAR(16) NOT NULL,
  number INTEGER NOT NULL,
  seat INTEGER NOT NULL,
  name VARCHAR(40) NOT NULL,
  text TEXT NOT NULL,
  at FLOAT NOT NULL,
  PRIMARY KEY (table_id, number),
  FOREIGN KEY(table_id) REFERENCES tables (id)
);
CREATE TABLE entries (
  table_id VARCHAR(16) NOT NULL,
  number INTEGER NOT NULL,
  seat INTEGER NOT NULL,
  action TEXT NOT NULL,
  nonce VARCHAR(64) NOT NULL,
  at FLOAT NOT NULL,
  PRIMARY KEY (table_id, number),
  UNIQUE (table_id, seat, nonce),
  FOREIGN KEY(table_id) REFERENCES tables (id)
);
CREATE TABLE guests (
  id VARCHAR(32) NOT NULL,
  token_hash VARCHAR(64) NOT NULL,
  name VARCHAR(40) NOT NULL,
  created FLOAT NOT NULL,
  PRIMARY KEY (id),
  UNIQUE (token_hash)
);
CREATE TABLE results (
  table_id VARCHAR(16) NOT NULL,
  seat INTEGER NOT NULL,
  score INTEGER NOT NULL,
  title VARCHAR(80) NOT NULL,
  turns INTEGER NOT NULL,
  merit JSON NOT NULL,
  PRIMARY KEY (table_id, seat),
  FOREIGN KEY(table_id) REFERENCES tables (id)
);
CREATE TABLE schema_version (
  version INTEGER NOT NULL,
  PRIMARY KEY (version)
);
INSERT INTO "schema_version" VALUES(3);
CREATE TABLE secrets (
  name VARCHAR(16) NOT NULL,
  value VARCHAR(64) NOT NULL,
  PRIMARY KEY (name)
);
CREATE TABLE tables (
  id VARCHAR(16) NOT NULL,
  game VARCHAR(64) NOT NULL,
  rules INTEGER NOT NULL,
  seats INTEGER NOT NULL,
  options JSON NOT NULL,
  title VARCHAR(80) NOT NULL,
  listed BOOLEAN NOT NULL,
  host VARCHAR(32) NOT NULL,
  phase VARCHAR(8) NOT NULL,
  seed VARCHAR(64) NOT NULL,
  commitment VARCHAR(64) NOT NULL,
  changes INTEGER NOT NULL,
  created FLOAT NOT NULL,
  ended FLOAT,
  deal VARCHAR(160),
  revision INTEGER,
  asking JSON,
  PRIMARY KEY (id),
  FOREIGN KEY(host) REFERENCES guests (id)
);
CREATE UNIQUE INDEX one_try_a_deal ON tables (deal, host);
CREATE INDEX tables_by_phase ON tables (phase, listed, created);
CREATE INDEX tables_by_host ON tables (host, phase);
CREATE INDEX chairs_by_guest ON chairs (guest);
