import { median } from "../support/percentiles.ts";
import type { Figure } from "../support/report.ts";

/** Seconds and megabytes. */
export type FirstStart = {
  bareInstall: number;
  bareBuild: number;
  start: number;
  /** Reported by the start itself. */
  install: number;
  build: number;
  startMegabytes: number;
  fullMegabytes: number;
};

const startSecondsMax = 45;
const megabytesMax = 900;

export function firstStartFigures(starts: readonly FirstStart[]): Figure[] {
  const of = (pick: (start: FirstStart) => number) => median(starts.map(pick));
  const [start, bare] = [of((item) => item.start), of(({ bareInstall, bareBuild }) => bareInstall + bareBuild)];
  const full = of(({ fullMegabytes }) => fullMegabytes);
  return [
    {
      name: "npm start in a fresh clone, until it is ready",
      value: `${start.toFixed(1)} s`,
      goal: `at most ${startSecondsMax} s`,
      isMet: start <= startSecondsMax,
    },
    {
      name: "of which it installs, it builds",
      value: `${of(({ install }) => install).toFixed(1)} s, ${of(({ build }) => build).toFixed(1)} s`,
    },
    { name: "bare npm ci of all packages, in the same run", value: `${of(({ bareInstall }) => bareInstall).toFixed(1)} s` },
    { name: "bare next build, in the same run", value: `${of(({ bareBuild }) => bareBuild).toFixed(1)} s` },
    { name: "npm start to bare npm ci and next build", value: (start / bare).toFixed(2) },
    { name: "node_modules of npm start", value: `${of(({ startMegabytes }) => startMegabytes)} MB` },
    {
      name: "node_modules with what tests need",
      value: `${full} MB`,
      goal: `at most ${megabytesMax} MB`,
      isMet: full <= megabytesMax,
    },
  ];
}
