import type { Figure } from "../support/report.ts";
import type { Step } from "./list-journey.ts";
import type { Weight } from "./measure-weight.ts";
import type { Score } from "./score.ts";

const scriptBytesMax = 300_000;
const fontBytesMax = 120_000;
const performanceLeast = { desktop: 100, mobile: 95 } as const;
const interactionMsMax = 100;
const shiftMax = 0.02;

export type WebDetails = {
  weights?: readonly Weight[];
  scores?: readonly Score[];
  steps?: readonly Step[];
  screens?: readonly Figure[];
};

export function webFigures({ weights = [], scores = [], steps = [], screens = [] }: WebDetails): Figure[] {
  return [
    ...weights.flatMap(({ page, scriptBytes, laterBytes, headBytes, fontBytes }) => [
      {
        name: `${page}: JavaScript of a first load`,
        value: `${kilobytes(scriptBytes)} (later ${kilobytes(laterBytes)}, heads ${kilobytes(headBytes)})`,
        goal: `at most ${kilobytes(scriptBytesMax)}`,
        isMet: scriptBytes <= scriptBytesMax,
      },
      {
        name: `${page}: fonts of a first load`,
        value: kilobytes(fontBytes),
        goal: `at most ${kilobytes(fontBytesMax)}`,
        isMet: fontBytes <= fontBytesMax,
      },
    ]),
    ...scores.flatMap(scoreFigures),
    ...steps.map(({ name, slowestMs, interactions }) => ({
      name: `list journey, ${name}: slowest of ${interactions} interactions`,
      value: `${slowestMs} ms`,
      goal: `at most ${interactionMsMax} ms`,
      isMet: slowestMs <= interactionMsMax,
    })),
    ...screens,
  ];
}

function scoreFigures({ page, screen, performance, accessibility, bestPractices, metrics }: Score): Figure[] {
  const points = (name: string, value: number, least: number): Figure => ({
    name: `${page}, ${screen}: ${name}`,
    value: value.toFixed(0),
    goal: `at least ${least}`,
    isMet: Math.round(value) >= least,
  });
  const paintMs = metrics["largest-contentful-paint"] ?? Number.NaN;
  const blockedMs = metrics["total-blocking-time"] ?? Number.NaN;
  const shift = metrics["cumulative-layout-shift"] ?? Number.NaN;
  return [
    points("performance", performance, performanceLeast[screen]),
    points("accessibility", accessibility, 100),
    points("best practices", bestPractices, 100),
    {
      name: `${page}, ${screen}: layout shift`,
      value: shift.toFixed(3),
      goal: `at most ${shiftMax}`,
      isMet: shift <= shiftMax,
    },
    {
      name: `${page}, ${screen}: largest paint, blocked`,
      value: `${paintMs.toFixed(0)} ms, ${blockedMs.toFixed(0)} ms`,
    },
  ];
}

const kilobytes = (bytes: number) => `${(bytes / 1_000).toFixed(1)} KB`;
