// @module-tag long: makes and ends clusters of its own.

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { chmod, lstat, mkdir, mkdtemp, readdir, readFile, realpath, rm, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { type EmbeddedDatabase, findRunningDatabase, openEmbeddedDatabase } from "./embedded-database.ts";
import { EmbeddedDatabaseError } from "./embedded-error.ts";
import { stopPostmaster } from "./postmaster.ts";
import { findPostmaster } from "./postmaster-file.ts";

const opened: EmbeddedDatabase[] = [];
const children: ChildProcess[] = [];
const folders: string[] = [];

afterEach(async () => {
  await Promise.all(children.splice(0).map((child) => kill(child)));
  await Promise.all(opened.splice(0).map((database) => database.close()));
  for (const folder of folders.splice(0)) {
    const home = await realpath(path.join(folder, "postgres")).catch(() => undefined);
    const left = home && (await findPostmaster(path.join(home, "cluster")));
    if (left) await stopPostmaster(left.pid);
    if (home) await rm(home, { recursive: true, force: true });
    await rm(folder, { recursive: true, force: true });
  }
});

let template = "";
beforeAll(async () => {
  template = await mkdtemp(path.join(tmpdir(), "counterfoil-embedded-"));
  await chmod(template, 0o711);
  await (await openEmbeddedDatabase({ dataDir: template, durable: false })).close();
});
afterAll(() => rm(template, { recursive: true, force: true }));

/** A DATA_DIR as the first start leaves it; the copy preserves owners and modes. */
async function usedDataDir(): Promise<string> {
  const folder = await newDataDir();
  const copy = spawn("cp", ["-a", path.join(template, "postgres"), folder], { stdio: "ignore" });
  expect((await once(copy, "exit"))[0]).toBe(0);
  return folder;
}

async function newDataDir(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), "counterfoil-embedded-"));
  await chmod(folder, 0o711);
  folders.push(folder);
  return folder;
}

async function open(dataDir: string): Promise<EmbeddedDatabase> {
  const database = await openEmbeddedDatabase({ dataDir, durable: false });
  opened.push(database);
  return database;
}

/** Another process with the database open; resolves with its address. */
async function holdElsewhere(dataDir: string): Promise<{ child: ChildProcess; url: string }> {
  const script = path.join(import.meta.dirname, "testing", "hold-database.ts");
  const child = spawn(process.execPath, [script, dataDir], { stdio: ["ignore", "pipe", "ignore", "ipc"] });
  children.push(child);
  if (!child.stdout) throw new Error("The child has no output to read.");
  const [url] = await once(createInterface(child.stdout), "line");
  return { child, url };
}

async function kill(child: ChildProcess, signal: NodeJS.Signals = "SIGKILL"): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, "exit");
  child.kill(signal);
  await exited;
}

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

const clusterOf = (dataDir: string) => path.join(dataDir, "postgres", "cluster");
const pidOf = async (dataDir: string) => (await findPostmaster(clusterOf(dataDir)))?.pid;

describe("the embedded database", () => {
  it("keeps what was written over a stop and a start, at the same address, and is down in between", async () => {
    const dataDir = await usedDataDir();
    const first = await open(dataDir);
    await query(first.url, "create table kept as select 7 as number");
    await first.close();
    expect(await findRunningDatabase(dataDir)).toBeUndefined();
    const second = await open(dataDir);
    expect(second.url).toBe(first.url);
    expect(await query(second.url, "select number from kept")).toEqual([{ number: 7 }]);
  });

  it("listens on this machine only, wants its password, and keeps it where only its owner reads", async () => {
    const dataDir = await usedDataDir();
    const { url } = await open(dataDir);
    expect(
      await query(url, "select current_setting('listen_addresses') as at, current_setting('unix_socket_directories') as socket"),
    ).toEqual([{ at: "127.0.0.1", socket: "" }]);
    const wrong = new URL(url);
    wrong.password = "guess";
    await expect(query(wrong.href, "select 1")).rejects.toThrow(/password authentication failed/);
    expect((await stat(path.join(clusterOf(dataDir), "desk-access.json"))).mode & 0o777).toBe(0o600);
    expect((await stat(clusterOf(dataDir))).mode & 0o777).toBe(0o700);
  });

  it("is found by a second process, which leaves it running when it goes", async () => {
    const dataDir = await usedDataDir();
    const held = await holdElsewhere(dataDir);
    const pid = await pidOf(dataDir);
    expect(await findRunningDatabase(dataDir)).toBe(held.url);
    const mine = await open(dataDir);
    expect(mine.url).toBe(held.url);
    await mine.close();
    expect(await query(held.url, "select 1 as one")).toEqual([{ one: 1 }]);
    expect(await pidOf(dataDir)).toBe(pid);
  });

  it("keeps running for a second process when the first one leaves", async () => {
    const dataDir = await usedDataDir();
    const held = await holdElsewhere(dataDir);
    const mine = await open(dataDir);
    await kill(held.child, "SIGTERM");
    expect(await query(mine.url, "select 1 as one")).toEqual([{ one: 1 }]);
    await mine.close();
    expect(await findRunningDatabase(dataDir)).toBeUndefined();
  });

  it("outlives a dashboard that was killed, and the next start takes it over", async () => {
    const dataDir = await usedDataDir();
    const held = await holdElsewhere(dataDir);
    await query(held.url, "create table kept as select 7 as number");
    const pid = await pidOf(dataDir);
    await kill(held.child);
    const next = await open(dataDir);
    expect(next.url).toBe(held.url);
    expect(await pidOf(dataDir)).toBe(pid);
    expect(await query(next.url, "select number from kept")).toEqual([{ number: 7 }]);
    await next.close();
    expect(await pidOf(dataDir)).toBeUndefined();
  });

  it("is made once when two first starts come together", {
    meta: { slow: "Makes a PostgreSQL cluster in another process." },
  }, async () => {
    const dataDir = await newDataDir();
    const both = await Promise.all([holdElsewhere(dataDir), holdElsewhere(dataDir), open(dataDir)]);
    expect(new Set(both.map(({ url }) => url)).size).toBe(1);
    expect((await readdir(path.join(dataDir, "postgres"))).filter((name) => name.startsWith("cluster"))).toEqual(["cluster"]);
  });

  it("starts although an earlier first start was interrupted half way through making it", async () => {
    const dataDir = await newDataDir();
    const half = path.join(dataDir, "postgres", "cluster.new-abc", "cluster", "base");
    await mkdir(half, { recursive: true });
    await writeFile(path.join(half, "..", "PG_VERSION"), "18\n");
    const { url } = await open(dataDir);
    expect(await query(url, "select 1 as one")).toEqual([{ one: 1 }]);
  });

  it("is never taken from a first start that is killed at whatever moment", {
    meta: { slow: "Makes and kills a PostgreSQL cluster again and again." },
  }, async () => {
    const dataDir = await newDataDir();
    for (const afterMs of [150, 400, 650, 900]) {
      const script = path.join(import.meta.dirname, "testing", "hold-database.ts");
      const child = spawn(process.execPath, [script, dataDir], { stdio: ["ignore", "ignore", "ignore", "ipc"] });
      children.push(child);
      const timer = setTimeout(() => child.kill("SIGKILL"), afterMs);
      await once(child, "exit");
      clearTimeout(timer);
    }
    const { url } = await open(dataDir);
    expect(await query(url, "select 1 as one")).toEqual([{ one: 1 }]);
  });

  it("is restarted at the same address when its server is killed", async () => {
    const dataDir = await usedDataDir();
    const printed: string[] = [];
    const back = Promise.withResolvers<void>();
    const database = await openEmbeddedDatabase({
      dataDir,
      durable: false,
      log: (message) => {
        printed.push(message);
        if (message.endsWith("is back.")) back.resolve();
      },
    });
    opened.push(database);
    process.kill((await pidOf(dataDir)) ?? 0, "SIGKILL");
    await back.promise;
    expect(await query(database.url, "select 1 as one")).toEqual([{ one: 1 }]);
    expect(printed).toHaveLength(2);
  });

  it("starts although the pid in its old lock file belongs to another process", async () => {
    const dataDir = await usedDataDir();
    await (await open(dataDir)).close();
    const lines = [process.pid, clusterOf(dataDir), 1, 5432, "", "127.0.0.1", "1 1", "ready"];
    await writeFile(path.join(clusterOf(dataDir), "postmaster.pid"), `${lines.join("\n")}\n`);
    expect(await findRunningDatabase(dataDir)).toBeUndefined();
    const { url } = await open(dataDir);
    expect(await query(url, "select 1 as one")).toEqual([{ one: 1 }]);
  });

  it("uses another port when its own is in use", async () => {
    const dataDir = await usedDataDir();
    const first = await open(dataDir);
    await first.close();
    const squatter = createServer().listen(Number(new URL(first.url).port), "127.0.0.1");
    onTestFinished(() => void squatter.close());
    await once(squatter, "listening");
    const second = await open(dataDir);
    expect(new URL(second.url).port).not.toBe(new URL(first.url).port);
    expect(await query(second.url, "select 1 as one")).toEqual([{ one: 1 }]);
  });

  it("reports a damaged cluster in one line and does not change it", async () => {
    const dataDir = await usedDataDir();
    await (await open(dataDir)).close();
    await rm(path.join(clusterOf(dataDir), "global"), { recursive: true });
    const error = await openEmbeddedDatabase({ dataDir, durable: false }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(EmbeddedDatabaseError);
    expect(String(error)).toMatch(/DATA_DIR: the database in .* does not start: .+/);
    expect(String(error)).not.toContain("\n");
    expect(existsSync(path.join(clusterOf(dataDir), "base"))).toBe(true);
  });

  it("reports a missing password file in one line", async () => {
    const dataDir = await usedDataDir();
    await (await open(dataDir)).close();
    await rm(path.join(clusterOf(dataDir), "desk-access.json"));
    await expect(openEmbeddedDatabase({ dataDir, durable: false })).rejects.toThrow(
      /^DATA_DIR: desk-access.json .* missing or damaged/,
    );
  });
});

describe.runIf(process.getuid?.() === 0)("the embedded database of root", () => {
  it("runs as an ordinary user", async () => {
    const dataDir = await usedDataDir();
    await open(dataDir);
    const status = await readFile(`/proc/${await pidOf(dataDir)}/status`, "utf8");
    expect(/^Uid:\s+(\d+)/m.exec(status)?.[1]).not.toBe("0");
  });

  it("lives in /var/lib, linked from DATA_DIR, when that user cannot enter DATA_DIR", async () => {
    const dataDir = await newDataDir();
    await chmod(dataDir, 0o700);
    const { url } = await open(dataDir);
    expect((await lstat(path.join(dataDir, "postgres"))).isSymbolicLink()).toBe(true);
    expect(await realpath(path.join(dataDir, "postgres"))).toMatch(/^\/var\/(lib|tmp)\/counterfoil-/);
    expect(await findRunningDatabase(dataDir)).toBe(url);
    expect(await query(url, "select 1 as one")).toEqual([{ one: 1 }]);
  });
});
