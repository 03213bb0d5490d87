import { chown, mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { say } from "#scripts/support/say.ts";
import { type AppDatabase, prepareAppDatabase } from "#tools/bench/support/app-database.ts";
import { startCluster } from "#tools/bench/support/cluster.ts";
import type { OwnRun } from "#tools/bench/support/own-run.ts";
import type { Figure } from "#tools/bench/support/report.ts";
import { freePort } from "#tools/embedded-postgres/free-port.ts";
import {
  type ContainerEngine,
  cpuSeconds,
  hardened,
  lastLines,
  memoryPeak,
  type Outcome,
  runFlags,
  user,
} from "./container-engine.ts";
import { atMost, okFigure } from "./figures.ts";
import { signIn } from "./follower.ts";
import { type Heard, startGateway } from "./gateway.ts";
import { openPages } from "./pages.ts";
import { probeOf } from "./scene.ts";

export type ImageSize = {
  notificationSeconds: number;
  perSecond: number;
  /** What an operator runs beside the processes. */
  commands: readonly (readonly string[])[];
  /** By which goals of time are multiplied. */
  patience: number;
};

type Room = {
  engine: ContainerEngine;
  image: string;
  /** Flags of every container: rights, memory, settings and the folders that it may write. */
  flags: readonly string[];
  database: AppDatabase;
  size: ImageSize;
};
type Role = keyof typeof probeOf;
type Started = { role: Role; origin: string; upMs: number; computed: number | undefined };

const upMsMax = 3_000;
const giveUpMs = 60_000;
const pollMs = 25;
const mebibyte = 1_048_576;
const memoryMax = 1_024;
/** Which only the image before had. */
export const fileOfBefore = "of-the-image-before.js";
const pagePaths = ["/demo", "/demo/bench/transactions", "/demo/bench/notifications", "/api/session"];

/** A web process and a receiver, each in a container with few rights, and the commands that an operator runs beside them. */
export async function runContainers(options: {
  run: OwnRun;
  engine: ContainerEngine;
  image: string;
  folder: string;
  size: ImageSize;
}): Promise<Figure[]> {
  const { run, engine, image, folder, size } = options;
  const cluster = await startCluster(run.folder);
  run.defer(() => cluster.close());
  const dataDir = path.join(run.folder, "outside");
  await mkdir(dataDir);
  const database = await prepareAppDatabase({ url: await cluster.createDatabase("drill"), dataDir, endpoints: 1 });
  const room: Room = { engine, image, size, database, flags: await prepareFlags(engine, folder, database) };
  say("  migrating an empty database …");
  const migrated = migrateEmpty(room, await cluster.createDatabase("empty"));
  say("  a web process and a receiver …");
  const web = await startContainer(room, "web");
  const receiver = await startContainer(room, "receiver");
  const { heard, pages } = await serve(room, web.origin, receiver.origin);
  const hasFileOfBefore = await isOk(`${web.origin}/_next/static/chunks/${fileOfBefore}`);
  const outcomes = size.commands.map((command) => outcomeFigure(command.join(" "), runCommand(room, command)));
  return [
    migrated,
    upFigure(web, size),
    upFigure(receiver, size),
    okFigure("image: notifications answered OK", heard, 1),
    atMost(`image: of ${pages.asked} pages after a sign-in, not there`, pages.failed, 0),
    {
      name: "image: a file of the image before",
      value: hasFileOfBefore ? "served" : "not there",
      goal: "served",
      isMet: hasFileOfBefore,
    },
    ...outcomes,
    healthFigure(room, "web", 0),
    ...[web, receiver].map(({ role }) => memoryFigure(room, role)),
    ...[receiver, web].map(({ role }) => stopFigure(room, role)),
  ];
}

/** Secrets are in files that only the container's user may read, as in `deploy/compose.yml`. */
async function prepareFlags(engine: ContainerEngine, folder: string, { url, keys }: AppDatabase): Promise<string[]> {
  const secrets = { database_url: url, session_keys: keys.SESSION_KEYS, vault_keys: keys.VAULT_KEYS };
  for (const name of ["secrets", "backups"]) {
    await mkdir(path.join(folder, name), { mode: 0o700 });
    await chown(path.join(folder, name), user, user);
  }
  for (const [name, value] of Object.entries(secrets)) {
    const file = path.join(folder, "secrets", name);
    await writeFile(file, `${value}\n`, { mode: 0o400 });
    await chown(file, user, user);
  }
  const settings = Object.keys(secrets).map((name) => `--env=${name.toUpperCase()}_FILE=/run/secrets/${name}`);
  return [
    ...runFlags,
    ...hardened,
    `--memory=${memoryMax}m`,
    `--volume=${engine.folder}/secrets:/run/secrets:ro`,
    `--volume=${engine.folder}/backups:/backups`,
    ...settings,
    "--env=DRAIN_SECONDS=2",
    "--env=LOG_LEVEL=error",
    "--env=MIGRATE=check",
  ];
}

const addressFlags = (port: number) => [`--env=PORT=${port}`, `--env=PUBLIC_ORIGIN=http://127.0.0.1:${port}`];

/** In a container of its own, as `podman run --rm IMAGE doctor`. */
function runCommand({ engine, image, flags }: Room, command: readonly string[], more: readonly string[] = []): Outcome {
  return engine.podman(["run", "--rm", ...flags, ...more, image, ...command]);
}

function migrateEmpty(room: Room, url: string): Figure {
  const flags = room.flags.filter((flag) => !flag.startsWith("--env=DATABASE_URL_FILE="));
  return outcomeFigure("migrate apply", runCommand({ ...room, flags }, ["migrate", "apply"], [`--env=DATABASE_URL=${url}`]));
}

async function startContainer({ engine, image, flags }: Room, role: Role): Promise<Started> {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const command = role === "web" ? "start" : "receiver";
  const run = engine.podman(["run", "--detach", `--name=${role}`, ...flags, ...addressFlags(port), image, command]);
  if (run.code !== 0) throw new Error(`The ${role} did not start: ${lastLines(run.stderr)}`);
  const giveUpAt = Date.now() + giveUpMs;
  while (!(await isOk(`${origin}${probeOf[role]}`))) {
    if (Date.now() > giveUpAt) {
      const { stdout, stderr } = engine.podman(["logs", "--tail=20", role]);
      throw new Error(`The ${role} did not become ready: ${stdout}${stderr}`);
    }
    await wait(pollMs);
  }
  const readyAt = Date.now();
  // What podman does before that is not ours.
  const { stdout: startedAt } = engine.podman(["inspect", "--format={{json .State.StartedAt}}", role]);
  const upMs = readyAt - Date.parse(JSON.parse(startedAt));
  return { role, origin, upMs, computed: cpuSeconds(run.stdout.trim()) };
}

async function isOk(url: string): Promise<boolean> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(1_000) }).catch(() => undefined);
  await answer?.arrayBuffer().catch(() => {});
  return answer?.ok ?? false;
}

async function serve({ database, size }: Room, webOrigin: string, receiverOrigin: string) {
  const cookie = await signIn(webOrigin, database);
  const asking = openPages(webOrigin, cookie).keepAsking(pagePaths);
  const [endpointId = ""] = database.endpointIds;
  const { signer } = database;
  const gateway = startGateway({ origin: receiverOrigin, endpointId, signer, perSecond: size.perSecond, prefix: "IMAGE" });
  await wait(size.notificationSeconds * 1_000);
  const heard: Heard = await gateway.stop();
  return { heard, pages: await asking.stop() };
}

/** On a busy machine the seconds that it computed say more. */
function upFigure({ role, upMs, computed }: Started, { patience }: ImageSize): Figure {
  const figure = atMost(`image: ${role} process up after`, Math.round(upMs), upMsMax * patience, " ms");
  return computed === undefined ? figure : { ...figure, value: `${figure.value} (${computed.toFixed(1)} s of CPU)` };
}

function outcomeFigure(command: string, { code, stderr, stdout }: Outcome): Figure {
  const value = code === 0 ? "0" : `${code}: ${lastLines(`${stdout}${stderr}`)}`;
  return { name: `image: ${command} ends with`, value, goal: "0", isMet: code === 0 };
}

function healthFigure({ engine }: Room, role: Role, wanted: number): Figure {
  const { code } = engine.podman(["exec", role, "node", "deploy/healthcheck.mjs", probeOf[role]]);
  return {
    name: `image: health check of the ${role} process`,
    value: String(code),
    goal: String(wanted),
    isMet: code === wanted,
  };
}

function memoryFigure({ engine }: Room, role: Role): Figure {
  const id = engine.podman(["inspect", "--format={{.Id}}", role]).stdout.trim();
  const peak = memoryPeak(id);
  const name = `image: memory of the ${role} process at most`;
  return peak === undefined ? { name, value: "not measured here" } : atMost(name, Math.round(peak / mebibyte), memoryMax, " MB");
}

function stopFigure({ engine }: Room, role: Role): Figure {
  engine.podman(["stop", "--time=60", role]);
  const code = engine.podman(["inspect", "--format={{.State.ExitCode}}", role]).stdout.trim();
  return { name: `image: ${role} process, told to stop, ends with`, value: code, goal: "0", isMet: code === "0" };
}
