import { spawn, spawnSync } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { z } from "zod";
import type { OwnRun } from "#tools/bench/support/own-run.ts";
import { freePort } from "#tools/embedded-postgres/free-port.ts";
import type { Programs } from "./programs.ts";

const rulesFile = path.resolve(import.meta.dirname, "..", "..", "deploy", "alerts.yml");
const dashboardFile = path.resolve(import.meta.dirname, "..", "..", "deploy", "dashboard.json");
const rulesTestFile = path.resolve(import.meta.dirname, "..", "..", "deploy", "alerts.test.yml");

/** A Prometheus that scrapes every second and waits no minutes before an alert fires. */
export type Prometheus = {
  /** The names of the alerts that fire at any time within that long. */
  firedDuring(ms: number): Promise<string[]>;
  /** Waits until exactly these fire, and returns what fires then, or at the end of the time. */
  untilFiring(names: readonly string[], withinMs: number): Promise<string[]>;
  /** The titles of the dashboard's panels that ask for something that has no data. */
  listEmptyPanels(): Promise<string[]>;
};

const readyWithinMs = 60_000;
const pollMs = 250;
const dashboardSchema = z.object({
  panels: z.array(z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })).default([]) })),
});
const answerSchema = z.object({ data: z.object({ result: z.array(z.unknown()) }) });
const alertsSchema = z.object({
  data: z.object({ alerts: z.array(z.object({ state: z.string(), labels: z.object({ alertname: z.string() }) })) }),
});

/** Resolves with what promtool says of the rules and of their tests; undefined when all is well. `change` makes other rules of them. */
export async function testRules(
  { folder, programs }: { folder: string; programs: Programs },
  change: (rules: string) => string = (rules) => rules,
): Promise<string | undefined> {
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, "alerts.yml"), change(await readFile(rulesFile, "utf8")));
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

export async function startPrometheus(options: {
  run: OwnRun;
  programs: Programs;
  folder: string;
  /** Of the processes that it watches, on this machine. */
  ports: readonly number[];
}): Promise<Prometheus> {
  const { run, programs, folder, ports } = options;
  await mkdir(folder, { recursive: true });
  const rules = await readFile(rulesFile, "utf8");
  await writeFile(path.join(folder, "alerts.yml"), rules.replaceAll(/\bfor: \d+[mh]/g, "for: 3s"));
  const targets = ports.map((port) => `127.0.0.1:${port}`);
  const config = {
    global: { scrape_interval: "1s", scrape_timeout: "1s", evaluation_interval: "1s" },
    rule_files: ["alerts.yml"],
    scrape_configs: [{ job_name: "counterfoil", metrics_path: "/api/metrics", static_configs: [{ targets }] }],
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
  await untilReady(`${origin}/-/ready`);
  const firing = async () => {
    const { data } = alertsSchema.parse(await (await fetch(`${origin}/api/v1/alerts`)).json());
    return [...new Set(data.alerts.filter(({ state }) => state === "firing").map(({ labels }) => labels.alertname))].sort();
  };
  return {
    firedDuring: (ms) => firedDuring(firing, ms),
    untilFiring: (names, withinMs) => untilFiring(firing, names, withinMs),
    listEmptyPanels: () => listEmptyPanels(origin),
  };
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

async function untilReady(url: string): Promise<void> {
  const giveUpAt = performance.now() + readyWithinMs;
  while (!(await fetch(url).catch(() => undefined))?.ok) {
    if (performance.now() > giveUpAt) throw new Error(`Prometheus does not start (${url}).`);
    await wait(pollMs);
  }
}

async function firedDuring(firing: () => Promise<string[]>, ms: number): Promise<string[]> {
  const fired = new Set<string>();
  for (const endsAt = performance.now() + ms; performance.now() < endsAt; await wait(pollMs)) {
    for (const name of await firing()) fired.add(name);
  }
  return [...fired];
}

async function untilFiring(firing: () => Promise<string[]>, names: readonly string[], withinMs: number): Promise<string[]> {
  const giveUpAt = performance.now() + withinMs;
  const wanted = names.toSorted().join();
  let now = await firing();
  while (now.join() !== wanted && performance.now() < giveUpAt) {
    await wait(pollMs);
    now = await firing();
  }
  return now;
}
