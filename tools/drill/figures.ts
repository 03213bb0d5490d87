import type { Figure } from "#tools/bench/support/report.ts";
import type { Comparison } from "#tools/crash/compare.ts";
import type { Heard } from "./gateway.ts";

export function okFigure(name: string, { ok, sent, failures }: Heard, shareWanted: number): Figure {
  const share = sent === 0 ? 0 : ok / sent;
  const others = Object.entries(failures).map(([outcome, count]) => `${count} x ${outcome}`);
  return {
    name,
    value: `${(share * 100).toFixed(2)} % of ${sent}${others.length > 0 ? ` (${others.join(", ")})` : ""}`,
    goal: shareWanted === 1 ? "100 %" : `at least ${shareWanted * 100} %`,
    isMet: sent > 0 && share >= shareWanted,
  };
}

export function comparisonFigures(part: string, { lost, duplicated, torn, changed }: Comparison): Figure[] {
  return [
    atMost(`${part}: lost`, lost.length, 0),
    atMost(`${part}: doubled`, duplicated.length, 0),
    atMost(`${part}: stored by half or otherwise than sent`, torn.length + changed.length, 0),
  ];
}

export function atMost(name: string, value: number, limit: number, unit = ""): Figure {
  const isWhole = Number.isInteger(value);
  const goal = limit === 0 ? "0" : `at most ${limit}${unit}`;
  return { name, value: `${isWhole ? value : value.toFixed(2)}${unit}`, goal, isMet: value <= limit };
}
