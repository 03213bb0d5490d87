import { atLeast, none } from "#tools/bench/support/goals.ts";
import type { Figure } from "#tools/bench/support/report.ts";
import type { Comparison } from "./compare.ts";
import type { DiskFullResult } from "./disk-full.ts";
import { failPoints } from "./fail-points.ts";
import type { KillGoals, KillResult } from "./kill-run.ts";
import type { OutageResult } from "./outage.ts";
import type { Sent } from "./senders.ts";

const okShareWanted = 0.999;

export function killFigures(result: KillResult, goals: KillGoals): Figure[] {
  const { comparison, sent, kills, killsAt, restarts } = result;
  return [
    atLeast("acknowledged", sent.acknowledged.size, goals.acknowledged),
    atLeast("kills with -9", kills, goals.kills),
    ...failPoints.map((point) => atLeast(`  ${point.replaceAll("_", " ")}`, killsAt[point] ?? 0, 1)),
    atLeast("immediate restarts of PostgreSQL", restarts, goals.restarts),
    ...comparisonFigures("", comparison),
    { name: "longest wait for OK", value: `${(sent.longestWaitMs / 1_000).toFixed(1)} s` },
  ];
}

export function mistakeFigure(words: string, { comparison, sent }: KillResult): Figure {
  const lost = comparison.lost.length;
  const value = `${lost} of ${sent.acknowledged.size}`;
  return { name: `lost when it is wrong: ${words}`, value, goal: "at least 1", isMet: lost > 0 };
}

export function outageFigures({ comparison, sentWhileAway, okAtOnce }: OutageResult, seconds: number): Figure[] {
  const share = okAtOnce / sentWhileAway;
  return [
    {
      name: `database away ${seconds} s: OK at the first try`,
      value: `${okAtOnce} of ${sentWhileAway} (${(share * 100).toFixed(2)} %)`,
      goal: `at least ${okShareWanted * 100} %`,
      isMet: share >= okShareWanted,
    },
    ...comparisonFigures("  ", comparison),
  ];
}

export function diskFigures(result: DiskFullResult | string): Figure[] {
  if (typeof result === "string") return [{ name: "disk full", value: `NOT TRIED: no tmpfs may be mounted here (${result})` }];
  return [
    atLeast("disk full: answered 503", result.refused, 1),
    { name: "  then acknowledged in all", value: String(result.sent.acknowledged.size) },
    ...comparisonFigures("  ", result.comparison),
  ];
}

/** For the JSON file: without the thousands of correct order ids. */
export function toDetails(result: { comparison: Comparison; sent: Sent } | string | undefined): unknown {
  if (typeof result !== "object") return result;
  const { sent } = result;
  return { ...result, sent: { ...sent, acknowledged: sent.acknowledged.size } };
}

function comparisonFigures(indent: string, { lost, duplicated, torn, changed }: Comparison): Figure[] {
  return [
    none(`${indent}lost`, lost),
    none(`${indent}duplicated`, duplicated),
    none(`${indent}stored by half`, torn),
    none(`${indent}stored otherwise than sent`, changed),
  ];
}
