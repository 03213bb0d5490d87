import { expect, test } from "vitest";
import { chargeAttempt, emptyPair, type GuardIntegration, guardTimes, hearAttempt } from "./lock-guard.ts";

const startMs = 1_000_000;
const steppedMs = startMs + guardTimes.leaseMs + guardTimes.pauseMs;
const accepted = { kind: "ok", lifeMs: 60_000, mark: "good", bound: "b" } as const;

/** One refusal is heard after the database's clock was set forward, and after another merchant's success. */
function hearLate(): { integration: GuardIntegration; again: () => GuardIntegration } {
  const none: GuardIntegration = { seq: 0, charges: [] };
  const bad = chargeAttempt({ integration: none, pair: emptyPair("bad", "session") }, "a1", startMs);
  const good = chargeAttempt({ integration: bad.integration, pair: emptyPair("good", "session") }, "a2", steppedMs);
  const succeeded = hearAttempt(good, "a2", accepted, steppedMs);
  expect(succeeded.integration.charges).toEqual([]);
  const heard = hearAttempt({ integration: succeeded.integration, pair: bad.pair }, "a1", { kind: "refused" }, steppedMs);
  return { ...heard, again: () => hearAttempt(heard, "a1", { kind: "refused" }, steppedMs).integration };
}

test("a refusal that a success had taken off as settled counts when it is heard, once", () => {
  const { integration, again } = hearLate();
  expect(integration.charges).toMatchObject([{ attempt: "a1", outcome: "refused" }]);
  expect(again().charges).toHaveLength(1);
});

test("the next success ends that run", () => {
  const { integration } = hearLate();
  const laterMs = steppedMs + 1_000;
  const good = chargeAttempt({ integration, pair: emptyPair("good", "session") }, "a3", laterMs);
  expect(hearAttempt(good, "a3", accepted, laterMs).integration.charges).toEqual([]);
});
