import { expect, test, vi } from "vitest";
import { repeatWork } from "./repeat-work.ts";

test("work continues at once while there is more, in every lane, and after a failure", async () => {
  const onError = vi.fn();
  let left = 20;
  let underWay = 0;
  let most = 0;
  const work = async () => {
    most = Math.max(most, ++underWay);
    await Promise.resolve();
    underWay--;
    if (left === 10) {
      left--;
      throw new Error("once");
    }
    return left-- > 0;
  };
  const worker = repeatWork({ work, lanes: 2, onError, pauseMs: 1 });
  worker.start();
  worker.start();
  await expect.poll(() => left).toBeLessThan(0);
  await worker.stop();
  expect(onError).toHaveBeenCalledTimes(1);
  expect(most).toBeLessThanOrEqual(2);
  const after = left;
  await new Promise((resolve) => setImmediate(resolve));
  expect(left).toBe(after);
});

test("stopping waits for work in progress", async () => {
  const gate = Promise.withResolvers<boolean>();
  const work = vi.fn(() => gate.promise);
  const worker = repeatWork({ work, lanes: 1, onError: () => {} });
  worker.start();
  await expect.poll(() => work.mock.calls.length).toBe(1);
  let isStopped = false;
  const stopping = worker.stop().then(() => {
    isStopped = true;
  });
  await new Promise((resolve) => setImmediate(resolve));
  expect(isStopped).toBe(false);
  gate.resolve(true);
  await stopping;
  expect(work).toHaveBeenCalledTimes(1);
});
