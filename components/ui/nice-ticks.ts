const steps = [1, 2, 2.5, 5, 10];

/** Round values (1, 2, 2.5 or 5 times a power of ten apart) that cover zero and all values, in whole minor units; about `count` steps. */
export function niceTicks(values: readonly number[], count = 4): number[] {
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)];
  const rough = Math.max((high - low) / count, 1);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(Math.ceil((steps.find((each) => each * power >= rough) ?? 10) * power), 1);
  const first = Math.floor(low / step);
  const last = Math.max(Math.ceil(high / step), first + 1);
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step);
}
