import type { Figure } from "../support/report.ts";

export const ms = (value: number) => `${value.toFixed(1)} ms`;
export const seconds = (value: number) => `${value.toFixed(1)} s`;
export const times = (value: number) => `${value.toFixed(2)}x`;
export const kilobytes = (value: number) => `${(value / 1_000).toFixed(1)} KB`;

/** A figure with a goal; one that could not be measured (NaN) misses it. */
export function atMost(
  name: string,
  value: number,
  max: number,
  show: (value: number) => string,
  inFull: (value: string) => string = (text) => text,
): Figure {
  const shown = Number.isNaN(value) ? "not in time" : show(value);
  return { name, value: inFull(shown), goal: `at most ${show(max)}`, isMet: value <= max };
}
