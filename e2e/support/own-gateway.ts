import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { text } from "node:stream/consumers";
import type { SandboxDescription } from "#lib/sandbox/create-sandbox.ts";
import { appEnv, dataDir, gatewayFile } from "./surroundings.ts";
import { expect } from "./test.ts";

/** The last output line of `npm run sandbox -- --json`: an installation may have printed something before. */
export function readGateway(): SandboxDescription {
  return JSON.parse(readFileSync(gatewayFile, "utf8").trim().split("\n").at(-1) ?? "");
}

type Changes = { baseUrl?: string; slugs?: readonly string[] };

/** Enough merchants for the tests; the slow one would only take time. */
export const demoSlugs = ["bodega-del-sol", "corner-cafe", "moda-ritorni", "refused", "sakura-travel", "zum-anker"];

/** `connect.json` as a person would write it from the gateway's output. */
export function connectContent({ baseUrl, slugs = demoSlugs }: Changes = {}) {
  const { integration, merchants, ...gateway } = readGateway();
  return {
    baseUrl: baseUrl ?? gateway.baseUrl,
    ...integration,
    options: { pageSizeName: "page_size", zone: "Europe/Sofia" },
    merchants: merchants
      .filter(({ slug }) => slugs.includes(slug))
      .map(({ slug, name, clientId, clientSecret, sid }) => ({ slug, name, clientId, clientSecret, sid })),
  };
}

/** `npm run connect -- --env demo` beside the running app. */
export async function runConnect(content: object, flags: readonly string[] = []) {
  const file = path.join(dataDir, `connect-${process.pid}.json`);
  await writeFile(file, JSON.stringify(content), { mode: 0o600 });
  const command = ["run", "--silent", "connect", "--", "--env", "demo", "--file", file, ...flags];
  const child = spawn("npm", command, { env: { ...process.env, ...appEnv }, stdio: ["ignore", "pipe", "pipe"] });
  const exit = new Promise<number | null>((resolve) => child.once("close", resolve));
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), exit]);
  return { code, stdout, stderr };
}

/** Connects the demo environment to a gateway of its own, whatever ran before. */
export async function connectDemo(): Promise<void> {
  expect(await runConnect(connectContent())).toMatchObject({ code: 0, stderr: "" });
}

type Scenario = { kind: string; merchant: string; path?: string; method?: string; count?: number; ms?: number };

/** The gateway's controls and call counters. */
export const gatewayControl = {
  play: (scenario: Scenario) => control("POST", "scenarios", scenario),
  calm: () => control("DELETE", "scenarios"),
  change: (settings: object) => control("POST", "settings", settings),
  expireSessions: () => control("POST", "expire-sessions"),
  calls: async (name: string): Promise<number> => (await control("GET", "stats")).calls?.[name] ?? 0,
};

async function control(method: string, name: string, body?: object): Promise<{ calls?: Record<string, number> }> {
  const { baseUrl, controlKey } = readGateway();
  const response = await fetch(`${baseUrl}/control/${name}`, {
    method,
    headers: { "x-control-key": controlKey, "content-type": "application/json" },
    body: body === undefined ? null : JSON.stringify(body),
  });
  expect(response.status).toBe(200);
  return response.json();
}
