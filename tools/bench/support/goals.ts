import type { Figure } from "./report.ts";

type Show = (value: number) => string;

/** One that could not be measured (NaN) misses it. */
export function atMost(
  name: string,
  value: number,
  max: number,
  show: Show = String,
  inFull: (shown: string) => string = (text) => text,
): Figure {
  const shown = Number.isNaN(value) ? "not in time" : show(value);
  return { name, value: inFull(shown), goal: `at most ${show(max)}`, isMet: value <= max };
}

export function atLeast(name: string, value: number, min: number): Figure {
  return { name, value: String(value), goal: `at least ${min}`, isMet: value >= min };
}

export function none(name: string, found: readonly unknown[]): Figure {
  return { name, value: String(found.length), goal: "0", isMet: found.length === 0 };
}
