/** The tables of a journal, and how an older one becomes a newer one. */

import { randomUUID } from "node:crypto";
import { ToolkitError } from "../../core/error.ts";
import type { Database } from "./database.ts";
import { slotOf } from "./slots.ts";

/** Marks a file as a journal of this toolkit; "DEXJ". */
const APPLICATION_ID = 0x4445584a;

/** Each brings a journal from the version before to the next; never changed once released. */
export const MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE journal (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    key_namespace TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    epoch INTEGER NOT NULL,
    owner TEXT
  ) STRICT;
  CREATE TABLE migrations (version INTEGER PRIMARY KEY, applied_at INTEGER NOT NULL) STRICT;
  CREATE TABLE sessions (session INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;
  -- Everything of one session lies side by side, so that a change writes one or two pages instead of one for each kind
  -- of thing. The views below say what the parts are.
  CREATE TABLE cells (
    session INTEGER NOT NULL, part INTEGER NOT NULL, key ANY NOT NULL, value TEXT,
    kind TEXT, status TEXT, number INTEGER, written_at INTEGER, PRIMARY KEY (session, part, key)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX items_by_status ON cells (kind, status, number) WHERE part = 3;
  CREATE VIEW docs AS SELECT session, value AS doc FROM cells WHERE part = 1;
  CREATE VIEW inputs AS SELECT session, key AS id, value AS reply FROM cells WHERE part = 2;
  CREATE VIEW items AS SELECT session, key AS id, kind, status, value, number, written_at FROM cells WHERE part = 3;
  -- Every task that was ever run, so that it is never run again; what is needed to go on is kept while it is unfinished.
  CREATE VIEW tasks AS SELECT session, key AS id FROM cells WHERE part = 4;
  CREATE VIEW entries AS SELECT session, key AS number, value AS entry FROM cells WHERE part = 5;
  CREATE TABLE unfinished_tasks (id TEXT PRIMARY KEY, task TEXT NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE alarms (
    session INTEGER NOT NULL, id TEXT NOT NULL, at INTEGER NOT NULL, PRIMARY KEY (session, id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX alarms_by_time ON alarms (at);
  CREATE TABLE inbox (
    number INTEGER PRIMARY KEY AUTOINCREMENT, session TEXT NOT NULL, id TEXT NOT NULL, body TEXT NOT NULL,
    posted_at INTEGER NOT NULL, refusal TEXT
  ) STRICT;
  `,
  // Everything in the order in which it was first written, so that the changes of one moment lie in few pages, whatever
  // their sessions. See lines.ts, slots.ts and listing.ts.
  `
  ALTER TABLE journal ADD COLUMN listed_to INTEGER NOT NULL DEFAULT 0;
  DROP VIEW docs;
  DROP VIEW inputs;
  DROP VIEW items;
  DROP VIEW tasks;
  DROP VIEW entries;
  CREATE TABLE lines (
    number INTEGER PRIMARY KEY, session INTEGER NOT NULL, slot INTEGER NOT NULL,
    part INTEGER AS (CASE WHEN slot < 1 << 46 THEN 5 ELSE slot & 7 END) VIRTUAL,
    key TEXT, kind TEXT, status TEXT, at INTEGER, value TEXT
  ) STRICT;
  INSERT INTO lines (number, session, slot, key, kind, status, at, value)
    SELECT number, session, slot_of(3, key), key, kind, status, written_at, value FROM cells WHERE part = 3;
  INSERT INTO lines (number, session, slot, key, value)
    SELECT
      (SELECT coalesce(max(number), 0) FROM lines) + row_number() OVER (ORDER BY session, part, key),
      session,
      CASE part WHEN 5 THEN key ELSE slot_of(part, key) END,
      CASE WHEN part IN (2, 4) THEN key END,
      CASE part
        WHEN 4 THEN (SELECT task FROM unfinished_tasks WHERE id = key)
        WHEN 5 THEN '[' || value || ']'
        ELSE value
      END
    FROM cells WHERE part <> 3;
  CREATE INDEX lines_by_slot ON lines (session, slot);
  CREATE TABLE listing (
    part INTEGER NOT NULL, kind TEXT NOT NULL, status TEXT NOT NULL, number INTEGER NOT NULL,
    PRIMARY KEY (part, kind, status, number)
  ) STRICT, WITHOUT ROWID;
  INSERT INTO listing (part, kind, status, number)
    SELECT part, coalesce(kind, ''), coalesce(status, ''), number FROM lines
    WHERE part = 3 OR part = 4 AND value IS NOT NULL;
  UPDATE journal SET listed_to = (SELECT coalesce(max(number), 0) FROM lines);
  DROP TABLE cells;
  DROP TABLE unfinished_tasks;
  CREATE VIEW docs AS SELECT session, value AS doc FROM lines WHERE part = 1;
  CREATE VIEW inputs AS SELECT session, key AS id, value AS reply FROM lines WHERE part = 2;
  CREATE VIEW items AS
    SELECT session, key AS id, kind, status, value, number, at AS written_at FROM lines WHERE part = 3;
  -- Every task that was ever run, so that it is never run again; what is needed to go on is kept while it is unfinished.
  CREATE VIEW tasks AS SELECT session, key AS id FROM lines WHERE part = 4;
  CREATE VIEW unfinished_tasks AS
    SELECT session, key AS id, value AS task FROM lines WHERE part = 4 AND value IS NOT NULL;
  CREATE VIEW entries AS
    SELECT session, slot + entry.key AS number, lines.value -> entry.fullkey AS entry
    FROM lines, json_each(lines.value) AS entry WHERE part = 5;
  `,
];

/** Makes or updates the tables of what `assertJournal` let pass, all of them or none. Must run under the owner's lock. */
export function migrate(database: Database, now: number, migrations: readonly string[] = MIGRATIONS): void {
  const version = versionOf(database);
  if (version === migrations.length) return;
  database.define("slot_of", (part, key) => slotOf(Number(part), String(key)));
  database.transact(() => {
    for (const [index, sql] of migrations.entries()) {
      if (index < version) continue;
      database.exec(sql);
      database.prepare("INSERT INTO migrations (version, applied_at) VALUES (?, ?)").run(index + 1, now);
    }
    if (version === 0) {
      const insert = "INSERT INTO journal (one, key_namespace, created_at, epoch) VALUES (1, ?, ?, 0)";
      database.prepare(insert).run(randomUUID(), now);
    }
    database.exec(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${migrations.length}`);
  });
}

/** Refuses a database that is not a journal, or one that a newer version of the toolkit wrote. */
export function assertJournal(database: Database): void {
  const applicationId = database.scalar("PRAGMA application_id");
  const isEmpty = applicationId === 0 && database.scalar("SELECT count(*) FROM sqlite_schema") === 0;
  if (applicationId !== APPLICATION_ID && !isEmpty) {
    throw incompatible(`${database.path} is a database of something else, not a journal: name another path`);
  }
  const version = versionOf(database);
  if (version > MIGRATIONS.length) {
    const both = `version ${version}, this toolkit knows ${MIGRATIONS.length}`;
    throw incompatible(`the journal ${database.path} was written by a newer toolkit (${both}): update this one`);
  }
}

/** Refuses, besides, what has no tables yet. */
export function assertCurrent(database: Database): void {
  assertJournal(database);
  if (versionOf(database) === MIGRATIONS.length) return;
  throw incompatible(`the journal ${database.path} has no current tables yet: open it once as its owner`);
}

function versionOf(database: Database): number {
  return Number(database.scalar("PRAGMA user_version"));
}

function incompatible(message: string): ToolkitError {
  return new ToolkitError("journal_incompatible", message);
}
