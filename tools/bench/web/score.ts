import { createRequire } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { z } from "zod";
import { installTool } from "#scripts/support/install-tool.ts";
import { median } from "../support/percentiles.ts";

export type Screen = "desktop" | "mobile";

export type Score = {
  page: string;
  screen: Screen;
  performance: number;
  accessibility: number;
  bestPractices: number;
  /** Of the median run, in ms; the last one is a ratio. */
  metrics: Record<string, number>;
  /** Audits below the maximum score, except performance. */
  faults: string[];
};

/** The used part of the package, whose types are not installed here. */
type Lighthouse = {
  default(url: string, flags: Record<string, unknown>, config: unknown): Promise<unknown>;
  desktopConfig: unknown;
};

const reportSchema = z.object({
  runtimeError: z.object({ message: z.string() }).optional(),
  categories: z.record(
    z.string(),
    z.object({ score: z.number().nullable(), auditRefs: z.array(z.object({ id: z.string(), weight: z.number() })) }),
  ),
  audits: z.record(
    z.string(),
    z.object({
      title: z.string(),
      score: z.number().nullable(),
      numericValue: z.number().optional(),
      details: z.unknown().optional(),
    }),
  ),
});
type Report = z.infer<typeof reportSchema>;

const resultSchema = z.object({ lhr: reportSchema }).optional();

type Options = { url: string; page: string; screen: Screen; debugPort: number; runs: number };

const attempts = 3;
const categories = ["performance", "accessibility", "best-practices"];
const metricNames = [
  "first-contentful-paint",
  "largest-contentful-paint",
  "total-blocking-time",
  "speed-index",
  "cumulative-layout-shift",
];

/** Lighthouse's scores of a page in a running browser, with its cookies: the median of the runs, each with an empty cache. */
export async function score({ url, page, screen, debugPort, runs }: Options): Promise<Score> {
  const { default: lighthouse, desktopConfig } = await loadLighthouse();
  const reports: Report[] = [];
  for (let run = 0; run < runs; run++) {
    const flags = {
      port: debugPort,
      logLevel: "error",
      onlyCategories: categories,
    };
    reports.push(await report(() => lighthouse(url, flags, screen === "desktop" ? desktopConfig : undefined)));
  }
  const pointsOf = (category: string) => reports.map(({ categories: scores }) => (scores[category]?.score ?? 0) * 100);
  const performance = median(pointsOf("performance"));
  const middle = reports.find(({ categories: scores }) => (scores.performance?.score ?? 0) * 100 >= performance) ?? reports[0];
  const faults = reports.flatMap(({ audits, categories: scores }) =>
    ["accessibility", "best-practices"]
      .flatMap((category) => scores[category]?.auditRefs ?? [])
      .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
      .map(({ id }) => `${id}: ${audits[id]?.title} ${JSON.stringify(audits[id]?.details ?? null).slice(0, 600)}`),
  );
  return {
    page,
    screen,
    performance,
    accessibility: Math.min(...pointsOf("accessibility")),
    bestPractices: Math.min(...pointsOf("best-practices")),
    metrics: Object.fromEntries(metricNames.map((name) => [name, middle?.audits[name]?.numericValue ?? Number.NaN])),
    faults: [...new Set(faults)],
  };
}

async function loadLighthouse(): Promise<Lighthouse> {
  const folder = await installTool("lighthouse");
  const file = createRequire(path.join(folder, "package.json")).resolve("lighthouse");
  return import(pathToFileURL(file).href);
}

/** Lighthouse sometimes misses the start of a load and then asks to be run again. */
async function report(run: () => Promise<unknown>): Promise<Report> {
  let problem: string | undefined;
  for (let attempt = 0; attempt < attempts; attempt++) {
    const result = resultSchema.parse(await run());
    if (result && !result.lhr.runtimeError) return result.lhr;
    problem = result?.lhr.runtimeError?.message;
  }
  throw new Error(`Lighthouse: ${problem ?? "no result"}`);
}
