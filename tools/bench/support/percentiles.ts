export type Percentiles = { p50: number; p95: number; p99: number; max: number };

/** In milliseconds, to a hundredth. NaN without values. */
export function toPercentiles(values: readonly number[]): Percentiles {
  const sorted = Float64Array.from(values).sort();
  const percentile = (share: number) =>
    rounded(sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN);
  return { p50: percentile(0.5), p95: percentile(0.95), p99: percentile(0.99), max: percentile(1) };
}

export function median(values: readonly number[]): number {
  const sorted = Float64Array.from(values).sort();
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
