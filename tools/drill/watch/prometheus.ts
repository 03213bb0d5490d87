import { spawn, spawnSync } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { z } from "zod";
import type { OwnRun } from "#tools/bench/support/own-run.ts";
import { freePort } from "#tools/embedded-postgres/free-port.ts";
import type { Programs } from "../programs.ts";
import { dashboardFile, readRules, rulesTestFile } from "./rules.ts";

/** A Prometheus that scrapes every second. */
export type Prometheus = {
  /** The names of the alerts that fire now. */
  listFiring(): Promise<string[]>;
  /** The titles of the dashboard's panels that ask for something that has no data. */
  listEmptyPanels(): Promise<string[]>;
  /** Resolves when it watches the processes at these ports of this machine, and no other. */
  watch(ports: readonly number[]): Promise<void>;
};

type Options = { run: OwnRun; programs: Programs; folder: string; rules: string; ports: readonly number[] };

const withinMs = 60_000;
const pollMs = 250;
const dashboardSchema = z.object({
  panels: z.array(z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })).default([]) })),
});
const answerSchema = z.object({ data: z.object({ result: z.array(z.unknown()) }) });
const targetsSchema = z.object({
  data: z.object({ activeTargets: z.array(z.object({ labels: z.object({ instance: z.string() }) })) }),
});
const alertsSchema = z.object({
  data: z.object({ alerts: z.array(z.object({ state: z.string(), labels: z.object({ alertname: z.string() }) })) }),
});

/** Resolves with what promtool says of the rules and of their tests; undefined when all is well. `change` makes other rules of them. */
export async function testRules(
  { folder, programs }: { folder: string; programs: Programs },
  change: (rules: string) => string = (rules) => rules,
): Promise<string | undefined> {
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, "alerts.yml"), change(await readRules()));
  await writeFile(path.join(folder, "alerts.test.yml"), await readFile(rulesTestFile, "utf8"));
  for (const args of [
    ["check", "rules", "alerts.yml"],
    ["test", "rules", "alerts.test.yml"],
  ]) {
    const [program, all] = programs.command("promtool", args);
    const { status, stdout, stderr, error } = spawnSync(program, all, { cwd: folder, encoding: "utf8" });
    if (status !== 0) return error?.message ?? `${stdout}${stderr}`.trim();
  }
  return undefined;
}

export async function startPrometheus({ run, programs, folder, rules, ports }: Options): Promise<Prometheus> {
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, "alerts.yml"), rules);
  await writeTargets(folder, ports);
  const config = {
    global: { scrape_interval: "1s", scrape_timeout: "1s", evaluation_interval: "1s" },
    rule_files: ["alerts.yml"],
    scrape_configs: [
      {
        job_name: "counterfoil",
        metrics_path: "/api/metrics",
        file_sd_configs: [{ files: ["targets.json"], refresh_interval: "1s" }],
      },
    ],
  };
  // JSON is YAML.
  await writeFile(path.join(folder, "prometheus.yml"), JSON.stringify(config));
  const port = await freePort();
  const [program, args] = programs.command("prometheus", [
    `--config.file=${path.join(folder, "prometheus.yml")}`,
    `--storage.tsdb.path=${path.join(folder, "data")}`,
    `--web.listen-address=127.0.0.1:${port}`,
  ]);
  const log = openSync(path.join(folder, "prometheus.log"), "a", 0o600);
  const child = spawn(program, args, { stdio: ["ignore", log, log] });
  closeSync(log);
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  run.defer(() => {
    child.kill("SIGKILL");
    return ended;
  });
  const origin = `http://127.0.0.1:${port}`;
  await untilTrue(async () => (await fetch(`${origin}/-/ready`)).ok, `Prometheus does not start (${origin}).`);
  return {
    async listFiring() {
      const { data } = alertsSchema.parse(await (await fetch(`${origin}/api/v1/alerts`)).json());
      return [...new Set(data.alerts.filter(({ state }) => state === "firing").map(({ labels }) => labels.alertname))].sort();
    },
    listEmptyPanels: () => listEmptyPanels(origin),
    async watch(watched) {
      await writeTargets(folder, watched);
      const wanted = toTargets(watched).sort().join();
      await untilTrue(
        async () => (await listTargets(origin)).sort().join() === wanted,
        "Prometheus does not watch other processes.",
      );
    },
  };
}

const toTargets = (ports: readonly number[]) => ports.map((port) => `127.0.0.1:${port}`);

async function listTargets(origin: string): Promise<string[]> {
  const { data } = targetsSchema.parse(await (await fetch(`${origin}/api/v1/targets?state=active`)).json());
  return data.activeTargets.map(({ labels }) => labels.instance);
}

/** Whole or not at all, since it is read at any moment. */
async function writeTargets(folder: string, ports: readonly number[]): Promise<void> {
  const file = path.join(folder, "targets.json");
  await writeFile(`${file}.new`, JSON.stringify([{ targets: toTargets(ports) }]));
  await rename(`${file}.new`, file);
}

async function listEmptyPanels(origin: string): Promise<string[]> {
  const { panels } = dashboardSchema.parse(JSON.parse(await readFile(dashboardFile, "utf8")));
  const empty: string[] = [];
  for (const { title, targets } of panels) {
    for (const { expr } of targets) {
      const query = expr.replaceAll("$__rate_interval", "1m").replaceAll("$instance", ".*");
      const answer = await fetch(`${origin}/api/v1/query?${new URLSearchParams({ query })}`);
      if (answerSchema.parse(await answer.json()).data.result.length === 0) empty.push(title);
    }
  }
  return [...new Set(empty)];
}

async function untilTrue(isTrue: () => Promise<boolean>, problem: string): Promise<void> {
  const giveUpAt = performance.now() + withinMs;
  while (!(await isTrue().catch(() => false))) {
    if (performance.now() > giveUpAt) throw new Error(problem);
    await wait(pollMs);
  }
}
