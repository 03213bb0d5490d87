import { expect, test } from "vitest";
import { recordAttempt, recordResult } from "./lockout-attempts.ts";
import { emptyPair, type GuardIntegration, guardTimes } from "./lockout-guard.ts";

const startMs = 1_000_000;
const steppedMs = startMs + guardTimes.leaseMs + guardTimes.pauseMs;
const accepted = { kind: "ok", lifeMs: 60_000, mark: "good", bound: "b" } as const;

/** One refusal is recorded after the database's clock was set forward and after another merchant's success. */
function reportLate(): { integration: GuardIntegration; again: () => GuardIntegration } {
  const none: GuardIntegration = { seq: 0, failedAttempts: [] };
  const bad = recordAttempt({ integration: none, pair: emptyPair("bad", "session") }, "a1", startMs);
  const good = recordAttempt({ integration: bad.integration, pair: emptyPair("good", "session") }, "a2", steppedMs);
  const succeeded = recordResult(good, "a2", accepted, steppedMs);
  expect(succeeded.integration.failedAttempts).toEqual([]);
  const recorded = recordResult({ integration: succeeded.integration, pair: bad.pair }, "a1", { kind: "refused" }, steppedMs);
  return { ...recorded, again: () => recordResult(recorded, "a1", { kind: "refused" }, steppedMs).integration };
}

test("a refusal received after a success removed its attempt counts once", () => {
  const { integration, again } = reportLate();
  expect(integration.failedAttempts).toMatchObject([{ attempt: "a1", outcome: "refused" }]);
  expect(again().failedAttempts).toHaveLength(1);
});

test("the next success ends that run", () => {
  const { integration } = reportLate();
  const laterMs = steppedMs + 1_000;
  const good = recordAttempt({ integration, pair: emptyPair("good", "session") }, "a3", laterMs);
  expect(recordResult(good, "a3", accepted, laterMs).integration.failedAttempts).toEqual([]);
});
