import { readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";

const sampleMs = 10;

/** Resident megabytes of a process started with collect-on-signal.mjs, after a garbage collection. */
export async function settledMegabytes(pid: number, settleMs: number): Promise<number> {
  for (let time = 0; time < 2; time++) {
    process.kill(pid, "SIGUSR2");
    await wait(settleMs);
  }
  return residentMegabytes(pid);
}

/** Peak memory during the work. */
export async function peakMegabytes(pid: number, work: () => Promise<void>): Promise<number> {
  let peak = residentMegabytes(pid);
  const sampler = setInterval(() => {
    peak = Math.max(peak, residentMegabytes(pid));
  }, sampleMs);
  try {
    await work();
  } finally {
    clearInterval(sampler);
  }
  return peak;
}

function residentMegabytes(pid: number): number {
  const [, kibibytes = "0"] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kibibytes) / 1_024;
}
