import { readFile } from "node:fs/promises";
import path from "node:path";
import { say } from "#scripts/support/say.ts";
import { atMost } from "../support/goals.ts";
import { toPercentiles } from "../support/percentiles.ts";
import type { Figure } from "../support/report.ts";
import { type Asked, ask, askPage } from "./ask.ts";
import { kilobytes, ms, times } from "./in-words.ts";
import { listPages, type Page } from "./pages.ts";
import type { Scene } from "./scene.ts";
import type { SceneApp } from "./scene-app.ts";

type Side = { scene: Scene; app: SceneApp };
type Measured = {
  name: string;
  kind: Page["kind"] | "sign-in";
  few: { p50: number; p95: number };
  many: { p50: number; p95: number };
  ratio: number;
  bytes: number;
  failed: Record<string, number>;
};

const warmUps = 3;
/** Smaller differences are noise on a busy machine. */
const leastMs = 10;
const ratioMax = 1.5;
const p95Max = 300;
const htmlMax = 300_000;
const jsonMax = 100_000;

/** Each page alternately with few merchants and with many, over the same rows. */
export async function measurePages(few: Side, many: Side, repeats: number) {
  const measured: Measured[] = [];
  const manyPages = await listPages(many.scene);
  for (const [index, page] of (await listPages(few.scene)).entries()) {
    const manyPage = manyPages[index] ?? page;
    measured.push(
      await inTurn(page, repeats, [(time) => askPage(few.app, page, time), (time) => askPage(many.app, manyPage, time)]),
    );
  }
  measured.push(await inTurn({ name: "sign-in", kind: "sign-in" }, repeats, [await signIns(few.app), await signIns(many.app)]));
  return { measured, figures: toFigures(measured, many.scene.slugs.length) };
}

type Asking = (time: number) => Promise<Asked>;

async function inTurn(
  { name, kind }: { name: string; kind: Measured["kind"] },
  repeats: number,
  [askFew, askMany]: readonly [Asking, Asking],
): Promise<Measured> {
  const few: Asked[] = [];
  const many: Asked[] = [];
  for (let time = -Math.min(warmUps, repeats); time < repeats; time++) {
    const fewAnswer = await askFew(Math.abs(time));
    const manyAnswer = await askMany(Math.abs(time));
    if (time < 0) continue;
    few.push(fewAnswer);
    many.push(manyAnswer);
    // A request this slow need not be repeated.
    if (fewAnswer.ms + manyAnswer.ms > 20_000) break;
  }
  const [fewMs, manyMs] = [few, many].map((asked) => toPercentiles(asked.map((item) => item.ms))) as [Percentiles, Percentiles];
  const failed = countBy(many.filter(({ status }) => status !== 200).map(({ status }) => String(status)));
  const bytes = Math.max(...many.map((item) => item.bytes));
  const ratio = Math.max(leastMs, manyMs.p95) / Math.max(leastMs, fewMs.p95);
  const failures = Object.keys(failed).length > 0 ? `  ${JSON.stringify(failed)}` : "";
  say(
    `  ${kind.padEnd(8)} ${name.padEnd(60)} ${ms(fewMs.p95).padStart(12)} ${ms(manyMs.p95).padStart(12)} ${kilobytes(bytes).padStart(12)}${failures}`,
  );
  return { name, kind, few: fewMs, many: manyMs, ratio, bytes, failed };
}

type Percentiles = ReturnType<typeof toPercentiles>;

async function signIns({ origin, dataDir }: SceneApp): Promise<Asking> {
  const { staff } = JSON.parse(await readFile(path.join(dataDir, "sign-in.json"), "utf8")) as {
    staff: { email: string; password: string }[];
  };
  const [first] = staff;
  const body = JSON.stringify({ email: first?.email, password: first?.password });
  return () =>
    ask({ origin, cookie: "" }, "/api/session", { method: "POST", headers: { "content-type": "application/json" }, body });
}

function toFigures(measured: readonly Measured[], merchants: number): Figure[] {
  const worst = (value: (item: Measured) => number, of = measured) => of.toSorted((left, right) => value(right) - value(left))[0];
  const slowest = worst(({ many }) => many.p95);
  const steepest = worst(({ ratio }) => ratio);
  const html = worst(
    ({ bytes }) => bytes,
    measured.filter(({ kind }) => kind === "HTML"),
  );
  const json = worst(
    ({ bytes }) => bytes,
    measured.filter(({ kind }) => kind === "JSON"),
  );
  const failed = measured.filter((item) => Object.keys(item.failed).length > 0);
  const of = `${merchants.toLocaleString("en")} merchants`;
  const named = (item: Measured | undefined) => (value: string) => `${value} (${item?.name})`;
  return [
    { name: "pages: p95 with few merchants, the slowest", value: ms(Math.max(...measured.map(({ few }) => few.p95))) },
    atMost(`pages: p95 with ${of}, the slowest`, slowest?.many.p95 ?? Number.NaN, p95Max, ms, named(slowest)),
    atMost(`pages: p95 with ${of} over few, the steepest`, steepest?.ratio ?? Number.NaN, ratioMax, times, named(steepest)),
    atMost("pages: largest HTML", html?.bytes ?? Number.NaN, htmlMax, kilobytes, named(html)),
    atMost("pages: largest JSON", json?.bytes ?? Number.NaN, jsonMax, kilobytes, named(json)),
    atMost("pages: not answered 200", failed.length, 0, String, (value) =>
      failed.length === 0 ? value : `${value} (${failed.map(({ name }) => name).join(", ")})`,
    ),
  ];
}

export function countBy(names: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}
