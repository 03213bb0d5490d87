import { expect, test } from "vitest";
import { probeWhile } from "./probe.ts";

/** Goes on until two requests are sent, of which the first is answered. */
function twoRequests(second: Promise<string>) {
  const { promise, resolve } = Promise.withResolvers<void>();
  let sent = 0;
  const send = async () => {
    sent += 1;
    if (sent > 1) resolve();
    return sent === 1 ? "200" : second;
  };
  return { work: () => promise, options: { everyMs: 1, expected: "200", answerWithinMs: 1, send } };
}

test("a request that is never answered is among the other answers", async () => {
  const { work, options } = twoRequests(new Promise(() => {}));
  const { count, others } = await probeWhile(work, options);
  expect(count).toBeGreaterThan(1);
  expect(others).toEqual({ "no answer": count - 1 });
});

test("where all are answered as expected there are no others", async () => {
  const { work, options } = twoRequests(Promise.resolve("200"));
  expect((await probeWhile(work, { ...options, answerWithinMs: 60_000 })).others).toEqual({});
});
