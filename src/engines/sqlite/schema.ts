/** The tables of a journal, and how an older one becomes a newer one. */

import { randomUUID } from "node:crypto";
import { ToolkitError } from "../../core/error.ts";
import type { Database } from "./database.ts";

/** Marks a file as a journal of this toolkit; "DEXJ". */
const APPLICATION_ID = 0x4445584a;

/** Each brings a journal from the version before to the next; never changed once released. */
const MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE journal (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    key_namespace TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    epoch INTEGER NOT NULL,
    owner TEXT
  ) STRICT;
  CREATE TABLE migrations (version INTEGER PRIMARY KEY, applied_at INTEGER NOT NULL) STRICT;
  CREATE TABLE sessions (session TEXT NOT NULL UNIQUE, doc TEXT, entries INTEGER NOT NULL) STRICT;
  CREATE TABLE entries (
    session TEXT NOT NULL, number INTEGER NOT NULL, entry TEXT NOT NULL, PRIMARY KEY (session, number)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE inputs (
    session TEXT NOT NULL, id TEXT NOT NULL, reply TEXT, PRIMARY KEY (session, id)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE items (
    sequence INTEGER PRIMARY KEY, session TEXT NOT NULL, id TEXT NOT NULL, kind TEXT NOT NULL, status TEXT NOT NULL,
    value TEXT NOT NULL, written_at INTEGER NOT NULL, UNIQUE (session, id)
  ) STRICT;
  CREATE INDEX items_by_status ON items (kind, status, sequence);
  -- A finished task keeps only its id, so that it is never run again.
  CREATE TABLE tasks (id TEXT PRIMARY KEY, unfinished TEXT) STRICT, WITHOUT ROWID;
  CREATE INDEX tasks_unfinished ON tasks (id) WHERE unfinished IS NOT NULL;
  CREATE TABLE alarms (
    session TEXT NOT NULL, id TEXT NOT NULL, at INTEGER NOT NULL, PRIMARY KEY (session, id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX alarms_by_time ON alarms (at);
  CREATE TABLE inbox (
    number INTEGER PRIMARY KEY AUTOINCREMENT, session TEXT NOT NULL, id TEXT NOT NULL, body TEXT NOT NULL,
    posted_at INTEGER NOT NULL, refusal TEXT
  ) STRICT;
  `,
];

/** Makes or updates the tables. Must run under the owner's lock. */
export function migrate(database: Database, now: number): void {
  assertJournal(database);
  const version = versionOf(database);
  if (version === MIGRATIONS.length) return;
  database.transact(() => {
    for (const [index, sql] of MIGRATIONS.entries()) {
      if (index < version) continue;
      database.exec(sql);
      database.prepare("INSERT INTO migrations (version, applied_at) VALUES (?, ?)").run(index + 1, now);
    }
    if (version === 0) {
      const insert = "INSERT INTO journal (one, key_namespace, created_at, epoch) VALUES (1, ?, ?, 0)";
      database.prepare(insert).run(randomUUID(), now);
    }
    database.exec(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${MIGRATIONS.length}`);
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
