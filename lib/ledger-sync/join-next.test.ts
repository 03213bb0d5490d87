import { expect, test } from "vitest";
import { createJoiner } from "./join-next.ts";

function stepwise() {
  const steps: PromiseWithResolvers<number>[] = [];
  const ask = () => {
    const step = Promise.withResolvers<number>();
    steps.push(step);
    return step.promise;
  };
  return { steps, ask };
}

test("callers who arrive during a call share the next call, which begins after it", async () => {
  const join = createJoiner();
  const { steps, ask } = stepwise();
  const first = join("a", ask);
  const late = [join("a", ask), join("a", ask), join("a", ask)];
  expect(steps).toHaveLength(1);
  steps[0]?.resolve(1);
  expect(await first).toBe(1);
  await expect.poll(() => steps.length).toBe(2);
  steps[1]?.resolve(2);
  expect(await Promise.all(late)).toEqual([2, 2, 2]);
});

test("a failed call fails those who shared it and no later caller", async () => {
  const join = createJoiner();
  const { steps, ask } = stepwise();
  const first = join("a", ask);
  const second = join("a", ask);
  steps[0]?.reject(new Error("away"));
  await expect(first).rejects.toThrow("away");
  await expect.poll(() => steps.length).toBe(2);
  steps[1]?.resolve(2);
  expect(await second).toBe(2);
});

test("calls with different keys do not wait for each other", () => {
  const join = createJoiner();
  const { steps, ask } = stepwise();
  void join("a", ask);
  void join("b", ask);
  expect(steps).toHaveLength(2);
});
