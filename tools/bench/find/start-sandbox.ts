import { spawn } from "node:child_process";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type { Upstream } from "#lib/ledger-sync/testing/test-fixture.ts";
import { withoutSettings } from "#scripts/support/no-settings.ts";
import { freePort } from "#tools/embedded-postgres/free-port.ts";
import type { OwnRun } from "../support/own-run.ts";

const root = path.resolve(import.meta.dirname, "..", "..", "..");
const preload = pathToFileURL(path.join(root, "scripts", "support", "preload.mjs")).href;

/** Merchants that are slow, rejected or empty by design, so not suitable for measuring. */
export const leftOut = ["slow", "refused", "empty"];

/** The sandbox in a process of its own, with about this many rows at the merchants that respond at once. */
export async function startSandbox(run: OwnRun, rows: number): Promise<Upstream> {
  const port = await freePort();
  const flags = ["--port", String(port), "--transactions", String(Math.round(rows * 1.15)), "--json"];
  const child = spawn(process.execPath, ["--import", preload, path.join(root, "scripts", "sandbox.ts"), ...flags], {
    cwd: run.folder,
    env: withoutSettings(),
    stdio: ["ignore", "pipe", "inherit"],
  });
  run.defer(() => child.kill());
  const output = await new Promise<string>((resolve, reject) => {
    let text = "";
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`The sandbox ended with ${code}.`)));
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
      text += chunk;
      if (text.includes("\n")) resolve(text.slice(0, text.indexOf("\n")));
    });
  });
  const { baseUrl, integration, merchants } = JSON.parse(output) as {
    baseUrl: string;
    integration: Omit<Upstream, "baseUrl" | "merchants">;
    merchants: Upstream["merchants"];
  };
  return { baseUrl, ...integration, merchants: merchants.filter(({ slug }) => !leftOut.includes(slug)) };
}
