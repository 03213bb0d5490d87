import { Agent, request } from "node:http";
import path from "node:path";
import { type FuzzCount, fuzzNotify } from "#lib/app/testing/notify-fuzz.ts";
import { benchSid, prepareAppDatabase } from "#tools/bench/support/app-database.ts";
import { type AppProcess, startApp } from "#tools/bench/support/app-process.ts";
import { startCluster } from "#tools/bench/support/cluster.ts";
import { type OwnRun, withOwnRun } from "#tools/bench/support/own-run.ts";
import { untilReady } from "#tools/bench/support/ready-app.ts";
import { publish } from "#tools/bench/support/report.ts";
import { freePort } from "#tools/embedded-postgres/free-port.ts";
import { readFlags } from "./support/read-flags.ts";
import { say } from "./support/say.ts";

const flags = readFlags({ bodies: { type: "string", default: "100000" }, seed: { type: "string" } });
const agent = new Agent({ keepAlive: true, maxSockets: 50 });

type Target = { port: number; endpointId: string };

function post({ port, endpointId }: Target, body: Buffer): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const headers = { "content-type": "application/x-www-form-urlencoded", "content-length": body.length };
    const sent = request({ agent, port, host: "127.0.0.1", method: "POST", path: `/api/notify/${endpointId}`, headers });
    sent.on("response", (answer) => {
      let text = "";
      answer.on("data", (part) => (text += part));
      answer.on("end", () => resolve({ status: answer.statusCode ?? 0, text }));
    });
    // The server may close a keep-alive connection while it is being reused; that is no response to this body.
    sent.on("error", (error) => (sent.reusedSocket ? resolve(post({ port, endpointId }, body)) : reject(error)));
    sent.end(body);
  });
}

type Outcome = { count: FuzzCount; problem?: string; hasCrashed: boolean };

async function run({ folder, defer }: OwnRun): Promise<Outcome> {
  const cluster = await startCluster(folder);
  defer(() => cluster.close());
  const url = await cluster.createDatabase("fuzz");
  const { keys, signer, endpointIds } = await prepareAppDatabase({ url, dataDir: folder, endpoints: 1 });
  const port = await freePort();
  const env = { ...keys, PORT: String(port), DATABASE_URL: url, DATA_DIR: folder, SANDBOX: "off" };
  const app: AppProcess = startApp({ program: "scripts/receiver.ts", env, logFile: path.join(folder, "log") });
  defer(() => app.kill("SIGTERM"));
  let hasCrashed = false;
  void app.ended.then(() => {
    hasCrashed = true;
  });
  await untilReady(`http://127.0.0.1:${port}`, app);
  const target = { port, endpointId: endpointIds[0] ?? "" };
  const seed = flags.seed === undefined ? Date.now() : Number(flags.seed);
  const asked = { post: (body: Buffer) => post(target, body), signer, sid: benchSid, bodies: Number(flags.bodies), seed };
  const nothing = { bodies: 0, ok: 0, seed };
  const outcome = await fuzzNotify(asked).then(
    (count) => ({ count }),
    (failure: unknown) => ({ count: nothing, problem: wordsFor(failure) }),
  );
  return { ...outcome, hasCrashed };
}

/** The first problem, then the body that reproduces it. */
function wordsFor(failure: unknown): string {
  if (!(failure instanceof Error)) return String(failure);
  return failure.cause instanceof Error ? `${failure.cause.message}\n${failure.message}` : failure.message;
}

const { count, problem, hasCrashed } = await withOwnRun("fuzz", run);
if (problem) say(problem);
process.exitCode = await publish({
  name: "fuzz",
  figures: [
    {
      name: "bodies sent to the receiver",
      value: String(count.bodies),
      goal: `at least ${flags.bodies}`,
      isMet: count.bodies >= Number(flags.bodies),
    },
    { name: "answered OK, all of them genuine", value: String(count.ok), goal: "more than 0", isMet: count.ok > 0 },
    {
      name: "wrong answers: 5xx, none at all, OK to a forgery",
      value: problem ? "found" : "0",
      goal: "0",
      isMet: problem === undefined,
    },
    { name: "the process is still there", value: hasCrashed ? "no" : "yes", goal: "yes", isMet: !hasCrashed },
    { name: "seed", value: String(count.seed) },
  ],
  details: { ...count, problem: problem ?? null },
});
agent.destroy();
