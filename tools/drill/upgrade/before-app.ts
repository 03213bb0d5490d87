import { type ChildProcess, spawn } from "node:child_process";
import { createPrivateKey, createPublicKey } from "node:crypto";
import { closeSync, openSync, readFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type { Signer } from "#lib/notifications/testing/sign.ts";
import type { OwnRun } from "#tools/bench/support/own-run.ts";

export type Amounts = { notifications: number; payments: number };
export type Used = { notifications: number; payments: number; refunds: number };
export type BeforeRequest = { use: Amounts };
export type BeforeMessage = { ready: { endpointId: string; privateKeyPem: string } } | { used: Used } | { failed: string };

/** A process of the version before on a database whose rows it made: with gateway, jobs and services, without pages. */
export type BeforeApp = { endpointId: string; signer: Signer; use(amounts: Amounts): Promise<Used> };

type Options = { run: OwnRun; program: string; folder: string; env: Record<string, string>; rows: number };

const preload = pathToFileURL(path.resolve(import.meta.dirname, "..", "..", "..", "scripts", "support", "preload.mjs")).href;

export async function startBeforeApp({ run, program, folder, env, rows }: Options): Promise<BeforeApp> {
  const logFile = path.join(folder, "before-app.log");
  const log = openSync(logFile, "a", 0o600);
  const child = spawn(process.execPath, ["--import", preload, path.join(import.meta.dirname, "before-child.ts")], {
    cwd: program,
    env: { PATH: process.env.PATH ?? "", NODE_ENV: "production", COUNTERFOIL_ENV_FILE: "", ...env, DRILL_ROWS: String(rows) },
    stdio: ["ignore", log, log, "ipc"],
  });
  closeSync(log);
  run.defer(() => void child.kill("SIGKILL"));
  const ready = await nextMessage(child, logFile);
  if (!("ready" in ready)) throw new Error("The version before said something else than that it is ready.");
  const privateKey = createPrivateKey(ready.ready.privateKeyPem);
  const publicKey = createPublicKey(privateKey);
  const key = { id: "drill", label: "drill", fingerprint: "drill", publicKey };
  const signer = { privateKey, publicKeyPem: publicKey.export({ format: "pem", type: "spki" }).toString(), key };
  return {
    endpointId: ready.ready.endpointId,
    signer,
    async use(amounts) {
      const used = nextMessage(child, logFile);
      child.send({ use: amounts } satisfies BeforeRequest);
      const message = await used;
      if ("used" in message) return message.used;
      throw new Error(`The version before failed on the new schema: ${"failed" in message ? message.failed : "no answer"}`);
    },
  };
}

function nextMessage(child: ChildProcess, logFile: string): Promise<BeforeMessage> {
  return new Promise((resolve, reject) => {
    const onExit = (code: number | null) =>
      reject(new Error(`The version before ended with ${code}: ${readFileSync(logFile, "utf8").slice(-2_000)}`));
    child.once("exit", onExit);
    child.once("message", (message) => {
      child.off("exit", onExit);
      resolve(message as BeforeMessage);
    });
  });
}
