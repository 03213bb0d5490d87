import { readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";

const settleMs = 1_500;
const sampleMs = 10;

/** Resident megabytes of a process started with collect-on-signal.mjs, after a collection. */
export async function settledMegabytes(pid: number): Promise<number> {
  for (let time = 0; time < 2; time++) {
    process.kill(pid, "SIGUSR2");
    await wait(settleMs);
  }
  return residentMegabytes(pid);
}

/** The most that it held at any moment of the work, less what it held before. */
export async function peakGrowth(pid: number, work: () => Promise<void>): Promise<number> {
  const before = await settledMegabytes(pid);
  let peak = before;
  const sampler = setInterval(() => {
    peak = Math.max(peak, residentMegabytes(pid));
  }, sampleMs);
  try {
    await work();
  } finally {
    clearInterval(sampler);
  }
  return peak - before;
}

function residentMegabytes(pid: number): number {
  const [, kibibytes = "0"] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kibibytes) / 1_024;
}
