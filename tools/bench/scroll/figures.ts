import { atMost } from "../support/goals.ts";
import type { Figure } from "../support/report.ts";
import type { HeldKey } from "./hold-key.ts";
import type { LongList } from "./open-long-list.ts";
import { quickestMs } from "./type-in-find-box.ts";
import type { Watched } from "./watch-page.ts";

const frameMaxMs = 50;
const typedMaxMs = 100;
/** A delay of half a second looks like a hang. */
const pastedMaxMs = 500;

type Details = {
  loaded: LongList["loaded"];
  held: readonly HeldKey[];
  typed: { keys: number; toldMs: readonly number[] };
  pasted: Watched & { characters: number };
};

export function scrollFigures({ loaded, held, typed, pasted }: Details): Figure[] {
  const characters = pasted.characters.toLocaleString("en");
  const slowestKey = typed.toldMs[0] ?? quickestMs;
  return [
    { name: "rows loaded by scrolling", value: loaded.rows.toLocaleString("en") },
    { name: "time to load them", value: `${(loaded.ms / 1_000).toFixed(1)} s` },
    { name: "the page's memory with them", value: `${loaded.heapMb.toFixed(0)} MB` },
    ...held.flatMap(({ key, rows, framesMs, tasksMs }) => [
      within(`${key} held, ${rows.toLocaleString("en")} rows: longest frame`, framesMs[0] ?? Number.NaN, frameMaxMs),
      within(`${key} held: longest task of the main thread`, tasksMs[0] ?? Number.NaN, frameMaxMs),
    ]),
    within(`${characters} characters pasted: longest frame`, pasted.framesMs[0] ?? Number.NaN, pastedMaxMs),
    {
      name: `${characters} characters pasted: longest tasks`,
      value: pasted.tasksMs
        .slice(0, 3)
        .map((ms) => `${ms.toFixed(0)} ms`)
        .join(", "),
    },
    within(`find box: slowest of ${typed.keys} keys`, slowestKey, typedMaxMs),
  ];
}

function within(name: string, ms: number, mostMs: number): Figure {
  return atMost(name, ms, mostMs, (value) => `${value.toFixed(1)} ms`);
}
