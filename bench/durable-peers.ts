/**
 * Peers that keep a step durable, each where its database or server is there: DBOS and LangGraph's saver on the PostgreSQL
 * that `BENCH_POSTGRES` names, Restate with the server of its own package. One call is one step, and nothing is done in it.
 */

import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Subject } from "./measure.ts";
import { peer } from "./peer.ts";

export interface DurablePeer {
  readonly name: string;
  /** Runs steps one after the other, in what the peer has of sessions. */
  run(session: string, count: number): Promise<void>;
  close(): Promise<void>;
}

/** A peer as a subject of measurements one at a time. */
export function alone(one: DurablePeer): Subject {
  let rounds = 0;
  return { name: one.name, run: (count) => one.run(`alone-${String(process.pid)}-${String((rounds += 1))}`, count) };
}

/** Those that can be had here; says of the others why not. */
export async function durablePeers(): Promise<readonly DurablePeer[]> {
  const peers: DurablePeer[] = [];
  const postgres = process.env["BENCH_POSTGRES"];
  const makers: readonly (readonly [string, () => Promise<DurablePeer>])[] = [
    ["DBOS", () => dbos(needed(postgres))],
    ["LangGraph", () => langGraph(needed(postgres))],
    ["Restate", restate],
  ];
  for (const [name, make] of makers) {
    try {
      peers.push(await make());
    } catch (error) {
      console.log(`  without ${name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return peers;
}

function needed(postgres: string | undefined): string {
  if (postgres === undefined)
    throw new Error("set BENCH_POSTGRES to the URL of a PostgreSQL database that may be filled");
  return postgres;
}

interface Dbos {
  readonly DBOS: {
    setConfig(config: object): void;
    launch(): Promise<void>;
    shutdown(): Promise<void>;
    registerWorkflow<Result>(
      work: (text: string) => Promise<Result>,
      options: object,
    ): (text: string) => Promise<Result>;
    runStep<Result>(work: () => Promise<Result>, options: object): Promise<Result>;
    startWorkflow(workflow: unknown, options: object): (text: string) => Promise<{ getResult(): Promise<unknown> }>;
  };
}

async function dbos(url: string): Promise<DurablePeer> {
  const { DBOS } = await peer<Dbos>("@dbos-inc/dbos-sdk");
  DBOS.setConfig({
    name: "bench",
    systemDatabaseUrl: url,
    systemDatabasePoolSize: 20,
    logLevel: "error",
    runAdminServer: false,
  });
  const call = async (text: string): Promise<string> => DBOS.runStep(() => Promise.resolve(text), { name: "echo" });
  const workflow = DBOS.registerWorkflow(call, { name: "call" });
  await DBOS.launch();
  return {
    name: "DBOS, a workflow of one step",
    async run(session, count) {
      for (let number = 0; number < count; number += 1) {
        const handle = await DBOS.startWorkflow(workflow, { workflowID: `${session}/${String(number)}` })("hello");
        await handle.getResult();
      }
    },
    close: () => DBOS.shutdown(),
  };
}

interface Postgres {
  readonly PostgresSaver: { fromConnString(url: string): { setup(): Promise<void>; end(): Promise<void> } };
}

interface LangGraph {
  readonly START: string;
  readonly END: string;
  readonly Annotation: { (): unknown; Root(shape: object): unknown };
  readonly StateGraph: new (state: unknown) => {
    addNode(name: string, work: (state: { readonly text: string }) => Promise<object>): void;
    addEdge(from: string, to: string): void;
    compile(options: object): { invoke(input: object, options: object): Promise<unknown> };
  };
}

async function langGraph(url: string): Promise<DurablePeer> {
  const { PostgresSaver } = await peer<Postgres>("@langchain/langgraph-checkpoint-postgres");
  const { Annotation, StateGraph, START, END } = await peer<LangGraph>("@langchain/langgraph");
  const checkpointer = PostgresSaver.fromConnString(url);
  await checkpointer.setup();
  const graph = new StateGraph(Annotation.Root({ text: Annotation() }));
  graph.addNode("echo", ({ text }) => Promise.resolve({ text }));
  graph.addEdge(START, "echo");
  graph.addEdge("echo", END);
  const compiled = graph.compile({ checkpointer });
  return {
    name: "LangGraph, PostgreSQL saver, one node",
    async run(session, count) {
      for (let number = 0; number < count; number += 1) {
        // A thread each: its checkpoints grow with the thread.
        const configurable = { thread_id: `${session}/${String(number)}` };
        await compiled.invoke({ text: "hello" }, { configurable, durability: "sync" });
      }
    },
    close: () => checkpointer.end(),
  };
}

interface Restate {
  service(definition: object): unknown;
  serve(options: object): Promise<number>;
}

interface RestateContext {
  run<Result>(name: string, work: () => Promise<Result>): Promise<Result>;
}

const ADMIN = "http://127.0.0.1:9070";
const INGRESS = "http://127.0.0.1:8080";

async function restate(): Promise<DurablePeer> {
  const sdk = await peer<Restate>("@restatedev/restate-sdk");
  const echo = async (context: RestateContext, text: string): Promise<string> =>
    context.run("echo", () => Promise.resolve(text));
  const port = await sdk.serve({
    services: [sdk.service({ name: "bench", handlers: { echo } })],
    port: 0,
    logger: () => undefined,
  });
  const folder = mkdtempSync(join(tmpdir(), "restate-"));
  const found = createRequire(import.meta.url).resolve("@restatedev/restate-server-linux-x64/package.json");
  const server = spawn(join(dirname(found), "bin/restate-server"), ["--base-dir", folder], { stdio: "ignore" });
  await registered(`http://127.0.0.1:${String(port)}`);
  return {
    name: "Restate, a handler of one step",
    async run(session, count) {
      for (let number = 0; number < count; number += 1) {
        const headers = { "content-type": "application/json", "idempotency-key": `${session}/${String(number)}` };
        const response = await fetch(`${INGRESS}/bench/echo`, { method: "POST", headers, body: '"hello"' });
        if (!response.ok) throw new Error(`Restate answered ${String(response.status)}: ${await response.text()}`);
        await response.text();
      }
    },
    async close() {
      server.kill("SIGTERM");
      await pause(500);
      server.kill("SIGKILL");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function registered(uri: string): Promise<void> {
  let trouble = "no answer";
  for (let tries = 0; tries < 120; tries += 1) {
    try {
      const headers = { "content-type": "application/json" };
      const response = await fetch(`${ADMIN}/deployments`, { method: "POST", headers, body: JSON.stringify({ uri }) });
      if (response.ok) return;
      trouble = await response.text();
    } catch (error) {
      trouble = String(error);
    }
    await pause(500);
  }
  throw new Error(`the server did not take the service: ${trouble}`);
}
