import { median } from "../support/percentiles.ts";
import type { Figure } from "../support/report.ts";
import { type Contender, contenders, type HalfRate, type Kept, type Round } from "./measure.ts";

type Results = { measured: readonly Round[]; half: HalfRate; kept: Kept };

const goals = { routeToEmpty: 0.6, frontServerToBaseline: 2, receiverToBaseline: 3, p99Ms: 100, growthMegabytes: 20 };

const words: Record<Contender, string> = {
  emptyRoute: "empty Next handler",
  baseline: "Next handler that verifies and INSERTs",
  route: "our Next route handler",
  frontServer: "front server",
  receiver: "receiver",
};

export function notifyFigures({ measured, half, kept }: Results): Figure[] {
  return [
    ...contenders.map((name) => absolute(measured, name)),
    ratio(measured, "frontServer", "baseline", goals.frontServerToBaseline),
    ratio(measured, "receiver", "baseline", goals.receiverToBaseline),
    ratio(measured, "route", "emptyRoute", goals.routeToEmpty),
    ratio(measured, "route", "baseline"),
    ...(["frontServer", "receiver", "route"] as const).map((name) => atHalf(words[name], half[name])),
    ...(["frontServer", "receiver"] as const).map((name) =>
      growth(`${words[name]}: growth over ${kept.notifications}`, kept.growthMegabytes[name]),
    ),
    ...(["frontServer", "receiver", "route"] as const).map((name) => {
      const { growthMegabytes, status } = kept.hugeBody[name];
      return growth(`${words[name]}: growth while ${kept.hugeMegabytes} MB are refused (${status || "closed"})`, growthMegabytes);
    }),
  ];
}

function absolute(measured: readonly Round[], name: Contender): Figure {
  const middle = (pick: (round: Round) => number) => median(measured.map(pick));
  const [p50, p95, p99] = (["p50", "p95", "p99"] as const).map((at) => middle((round) => round[name].latencyMs[at]).toFixed(1));
  const perSecond = Math.round(middle((round) => round[name].perSecond));
  return { name: words[name], value: `${perSecond}/s   p50 ${p50}  p95 ${p95}  p99 ${p99} ms` };
}

/** All of the same round; the median of the rounds counts. */
function ratio(measured: readonly Round[], name: Contender, to: Contender, goal?: number): Figure {
  const ratios = measured.map((round) => round[name].perSecond / round[to].perSecond);
  const value = median(ratios);
  const range = `${Math.min(...ratios).toFixed(2)}-${Math.max(...ratios).toFixed(2)}`;
  const figure = { name: `${words[name]} / ${words[to]}`, value: `${value.toFixed(2)} (${range})` };
  return goal === undefined ? figure : { ...figure, goal: `at least ${goal}`, isMet: value >= goal };
}

function atHalf(name: string, { asked, perSecond, latencyMs }: HalfRate["frontServer"]): Figure {
  return {
    name: `${name} at half its maximum: p99`,
    value: `${latencyMs.p99.toFixed(1)} ms   (${Math.round(perSecond)} of ${Math.round(asked)}/s, p50 ${latencyMs.p50.toFixed(1)}  p95 ${latencyMs.p95.toFixed(1)})`,
    goal: `below ${goals.p99Ms} ms`,
    isMet: latencyMs.p99 < goals.p99Ms,
  };
}

function growth(name: string, megabytes: number): Figure {
  return {
    name,
    value: `${megabytes.toFixed(1)} MB`,
    goal: `below ${goals.growthMegabytes} MB`,
    isMet: megabytes < goals.growthMegabytes,
  };
}
