/** Posts five inputs one by one and writes a line between them, for a test that counts syncs. */
import { writeSync } from "node:fs";
import { systemClock } from "../../src/core/system-clock.ts";
import { createSqliteEngine } from "../../src/sqlite.ts";
import { ScriptedProgram } from "../../src/testing/engine-world.ts";

const engine = createSqliteEngine({ path: process.argv[2] ?? "" });
await engine.open(new ScriptedProgram(), { clock: systemClock });
for (let count = 0; count < 5; count += 1) {
  writeSync(1, `post ${count}\n`);
  await engine.post("s", { id: `in${count}`, body: { append: [count] } });
}
writeSync(1, "posted\n");
await engine.close(0);
