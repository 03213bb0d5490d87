import { spawn } from "node:child_process";
import { cp, mkdir, mkdtemp, writeFile } from "node:fs/promises";
import path from "node:path";
import type { OwnRun } from "../support/own-run.ts";
import { removeFolder } from "../support/temp-folder.ts";

const root = path.resolve(import.meta.dirname, "..", "..");
const copied = [
  ...["app", "components", "lib", "messages", "public", "scripts", "types"],
  ...["next.config.mjs", "postcss.config.mjs", "tsconfig.json", "package.json"],
];

/** Where the copy answers a POST with nothing but `OK`: what Next itself costs. */
export const emptyPath = "/api/bench-empty";
const emptyHandler = `export function POST() {
  return new Response("OK", { headers: { "content-type": "text/plain; charset=utf-8" } });
}
`;

/**
 * Builds a copy of the desk with one route more, which the desk itself never has. The copy lies below the checkout,
 * so that it finds the same packages. Returns its folder.
 */
export async function buildVariant(run: OwnRun): Promise<string> {
  await mkdir(path.join(root, ".data"), { recursive: true });
  const folder = await mkdtemp(path.join(root, ".data", "bench-variant-"));
  run.defer(() => removeFolder(folder));
  for (const name of copied) await cp(path.join(root, name), path.join(folder, name), { recursive: true });
  const route = path.join(folder, "app", ...emptyPath.split("/"));
  await mkdir(route);
  await writeFile(path.join(route, "route.ts"), emptyHandler);
  await build(folder, run);
  return folder;
}

function build(cwd: string, run: OwnRun): Promise<void> {
  const next = path.join(root, "node_modules", "next", "dist", "bin", "next");
  const env = { ...process.env, NODE_ENV: "production" as const, NEXT_TELEMETRY_DISABLED: "1" };
  const child = spawn(process.execPath, [next, "build"], { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
  run.defer(() => child.kill());
  let said = "";
  const collect = (chunk: Buffer) => {
    said = (said + chunk.toString("utf8")).slice(-8_000);
  };
  child.stdout.on("data", collect);
  child.stderr.on("data", collect);
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => (code === 0 ? resolve() : reject(new Error(`The copy could not be built:\n${said}`))));
  });
}
