import { overviewWords as words } from "./overview-words.ts";

const percent = new Intl.NumberFormat("en-GB", { style: "percent", maximumFractionDigits: 0 });
const twice = 10;

export type Change = { direction: "up" | "down" | "same"; text: string };

/** A number beside the one of the period before, in words; beyond ten times as much only that it is. */
export function toChange(now: number, before: number): Change {
  const [size, sizeBefore] = [Math.abs(now), Math.abs(before)];
  if (size === sizeBefore) return { direction: "same", text: words.same };
  if (sizeBefore === 0) return { direction: "up", text: words.none };
  const part = Math.abs(size - sizeBefore) / sizeBefore;
  const text = part < 0.01 ? "<1%" : part > twice ? `${Math.round(part)} times` : percent.format(part);
  return size > sizeBefore ? { direction: "up", text: words.more(text) } : { direction: "down", text: words.less(text) };
}
