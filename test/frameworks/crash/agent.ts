/**
 * An agent as a process of its own, to be killed: `agent.ts JOURNAL [hold]`. Says on stdout which operations are entered
 * and, at the end, what the model read. With `hold` the first write never comes back.
 */
import { generateText, isStepCount } from "ai";
import { createAiSdkTools } from "../../../src/ai-sdk.ts";
import { createToolRunner } from "../../../src/index.ts";
import { createSqliteEngine } from "../../../src/sqlite.ts";
import { call } from "../../suites/adapter-host.ts";
import { AdapterWorld } from "../../suites/adapter-world.ts";
import { scriptedModel } from "../hosts/ai-sdk.ts";

const [journal = "", mode] = process.argv.slice(2);
const world = new AdapterWorld();
if (mode === "hold") {
  void world.gate("write_b").entered.then(() => console.log("entered write_b"));
}
const runner = createToolRunner({
  toolSources: [world],
  engine: createSqliteEngine({ path: journal, lockWaitMs: 5_000 }),
});
const { tools } = await createAiSdkTools(runner, { sessionId: "session-1", turnId: "turn-1" });
const script = [[call("c1", "write_b"), call("c2", "write_c")], "done"];
const result = await generateText({ model: scriptedModel(script), tools, prompt: "Do it.", stopWhen: isStepCount(5) });
console.log(JSON.stringify({ ran: world.ran, read: result.steps[0]?.toolResults.map(({ output }) => output) }));
await runner.close();
