/** The durable engine: calls kept in an SQLite file. Import it as `dex-connectors/sqlite`. */

export { createSqliteEngine, type SqliteEngineOptions } from "./engines/sqlite.ts";
