import { spawn } from "node:child_process";
import { copyFile, cp, mkdir, mkdtemp } from "node:fs/promises";
import path from "node:path";
import type { OwnRun } from "../support/own-run.ts";
import { removeFolder } from "../support/temp-folder.ts";

const root = path.resolve(import.meta.dirname, "..", "..", "..");
const copied = [
  ...["components", "lib", "messages", "public", "scripts", "tools", "types"],
  ...["next.config.mjs", "postcss.config.mjs", "tsconfig.json", "package.json"],
];
const neededRoutes = ["app/api/notify", "app/api/[...path]"];
/** The pages name the files of this package by their path. */
const pages = ["app", "node_modules/@fontsource-variable"];

/** The route of the copy that responds to a POST with nothing but `OK`. */
export const emptyPath = "/api/bench-empty";
/** The route of the copy that only verifies the signature and stores the body. */
export const baselinePath = "/api/bench-baseline";

/**
 * Builds a copy of the app with two additional routes, which the app itself never has; a tiny copy has only the routes that
 * are called. The copy is below the checkout, so that it resolves the same packages. Returns its folder.
 */
export async function buildVariant(run: OwnRun, { isTiny }: { isTiny: boolean }): Promise<string> {
  await mkdir(path.join(root, ".data"), { recursive: true });
  const folder = await mkdtemp(path.join(root, ".data", "bench-variant-"));
  run.defer(() => removeFolder(folder));
  for (const name of [...copied, ...(isTiny ? neededRoutes : pages)])
    await cp(path.join(root, name), path.join(folder, name), { recursive: true });
  await addRoute(folder, emptyPath, "empty.ts");
  await addRoute(folder, baselinePath, "baseline.ts");
  await build(folder, run);
  return folder;
}

async function addRoute(folder: string, address: string, source: string): Promise<void> {
  const route = path.join(folder, "app", ...address.split("/"));
  await mkdir(route, { recursive: true });
  await copyFile(path.join(import.meta.dirname, "routes", source), path.join(route, "route.ts"));
}

function build(cwd: string, run: OwnRun): Promise<void> {
  const next = path.join(root, "node_modules", "next", "dist", "bin", "next");
  const env = { ...process.env, NODE_ENV: "production" as const, NEXT_TELEMETRY_DISABLED: "1" };
  const child = spawn(process.execPath, [next, "build"], { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
  run.defer(() => child.kill());
  let output = "";
  const collect = (chunk: Buffer) => {
    output = (output + chunk.toString("utf8")).slice(-8_000);
  };
  child.stdout.on("data", collect);
  child.stderr.on("data", collect);
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => (code === 0 ? resolve() : reject(new Error(`The copy could not be built:\n${output}`))));
  });
}
