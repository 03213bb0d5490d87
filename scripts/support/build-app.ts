import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { buildStampFile } from "#lib/app/metrics/read-build.ts";
import { compressFiles } from "./compress-files.ts";
import { addStaticOfBefore, setStaticAside } from "./keep-static-files.ts";
import { lockFileFor, withProcessLock } from "./process-lock.mjs";
import { say } from "./say.ts";
import type { Stage } from "./stages.ts";

const sources = [
  "app",
  "components",
  "lib",
  "messages",
  "public",
  "next.config.mjs",
  "postcss.config.mjs",
  "tsconfig.json",
  "package-lock.json",
];
const outputFolder = ".next";
const notBuilt = /\.test\.tsx?$|(^|\/)(testing|migrations)\//;

export class BuildError extends Error {
  override name = "BuildError";
}

/**
 * Builds the pages when the sources differ from those of the last finished build. The stamp is removed first and written
 * last, so that an interrupted build is never reused. Throws BuildError after printing Next's output.
 */
export async function ensureBuilt(signal?: AbortSignal): Promise<void> {
  // A container image has the pages without their sources.
  if (!existsSync("package-lock.json")) return;
  const digest = await digestSources();
  if ((await readStamp()) === digest) return;
  await withProcessLock(
    lockFileFor(process.cwd(), "build"),
    async (holder) => {
      if ((await readStamp()) === digest) return;
      say("Building the pages (after a change only, about a minute) …");
      const startedAt = performance.now();
      // What was set aside before an interrupted build stays aside.
      if ((await readStamp()) !== undefined) await setStaticAside(outputFolder);
      await rm(buildStampFile, { force: true });
      await runBuild(holder.hold, signal);
      await compressFiles(path.join(outputFolder, "static"));
      await addStaticOfBefore(outputFolder);
      await writeStamp(digest);
      say(`Built in ${Math.round((performance.now() - startedAt) / 1000)} s.`);
    },
    () => say("Another process is building the pages; waiting for it …"),
  );
}

export const buildStage: Stage = {
  name: "build",
  run: async () => {
    await ensureBuilt();
    return { passed: 1, failed: 0 };
  },
};

/** By content, not by time: a fresh clone or a change of branch touches every file. */
async function digestSources(): Promise<string> {
  const files = (await Promise.all(sources.map(filesOf))).flat().sort();
  const hash = createHash("sha256");
  for (const file of files) {
    hash
      .update(`${file}\0`)
      .update(await readFile(file))
      .update("\0");
  }
  return hash.digest("hex");
}

async function filesOf(source: string): Promise<string[]> {
  const entries = await readdir(source, { recursive: true, withFileTypes: true }).catch(() => undefined);
  if (!entries) return [source];
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  return files.filter((file) => !notBuilt.test(file.split(path.sep).join("/")));
}

async function readStamp(): Promise<string | undefined> {
  const text = await readFile(buildStampFile, "utf8").catch(() => undefined);
  return text?.trim();
}

async function writeStamp(digest: string): Promise<void> {
  await writeFile(`${buildStampFile}.new`, digest, { flush: true });
  await rename(`${buildStampFile}.new`, buildStampFile);
}

function runBuild(hold: (pid: number) => void, signal: AbortSignal | undefined): Promise<void> {
  const next = path.join("node_modules", "next", "dist", "bin", "next");
  const child = spawn(process.execPath, [next, "build"], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, NODE_ENV: "production" },
    signal,
    killSignal: "SIGTERM",
  });
  if (child.pid) hold(child.pid);
  let output = "";
  const collect = (chunk: Buffer) => {
    output = (output + chunk.toString("utf8")).slice(-20_000);
  };
  child.stdout.on("data", collect);
  child.stderr.on("data", collect);
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code, ended) => {
      if (code === 0) resolve();
      else if (ended) reject(new BuildError("The build was interrupted; the next start does it again."));
      else reject(new BuildError(`${output.trim()}\nThe pages could not be built; see above.`));
    });
  });
}
