import { expect, test } from "vitest";
import { assumeFailures, recordAttempt, recordResult } from "./lockout-attempts.ts";
import { decidePermit, emptyPair, type GuardIntegration, type GuardPair, type PermitAsk } from "./lockout-guard.ts";

/**
 * Tests docs/lockout.md, rule 18: after a restore without a journal the gateway may have counted two failures of every pair and of
 * the integration. Searches all orders of automatic attempts, early renewals and releases, also those that go on after one
 * failed. A third failure is only ever a release, as long as nothing has signed in since the restore, and no fourth is sent.
 */
type Name = "token" | "good" | "other" | "revoked1" | "revoked2" | "revoked3" | "new";
type State = {
  nowMs: number;
  integration: GuardIntegration;
  pairs: ReadonlyMap<Name, GuardPair>;
  /** As the gateway counts them at worst. */
  counted: ReadonlyMap<Name | "integration", number>;
  hasToken: boolean;
  /** A session succeeded: what happened before the restore no longer counts. */
  isKnown: boolean;
};

const names: readonly Name[] = ["token", "good", "other", "revoked1", "revoked2", "revoked3", "new"];
const at = { seq: 1_000, nowMs: 1_000 };
const succeeds = (name: Name) => name === "token" || name === "good" || name === "other";

function startState(): State {
  const kindOf = (name: Name) => (name === "token" ? "token" : "session");
  const pairs = names.map((name): [Name, GuardPair] => {
    const kind = kindOf(name);
    const failedAttempts = assumeFailures({ pair: name, kind }, at);
    return [name, { ...emptyPair(name, kind), failedAttempts, state: "open", provenMark: name === "new" ? null : name }];
  });
  const failedAttempts = (["token", "session"] as const).flatMap((kind) => assumeFailures({ pair: "integration", kind }, at));
  return {
    nowMs: 2_000,
    integration: { seq: at.seq, failedAttempts },
    pairs: new Map(pairs),
    counted: new Map([...names, "integration" as const].map((name) => [name, 2])),
    hasToken: false,
    isKnown: false,
  };
}

/** The state after an attempt and its answer; undefined when it is not sent. `isEnderReady` as the ledger found it. */
function attempt(state: State, name: Name, { mode, isEnderReady }: Pick<PermitAsk, "mode" | "isEnderReady">): State | undefined {
  const pair = state.pairs.get(name);
  if (!pair || (name !== "token" && !state.hasToken)) return undefined;
  const verdict = decidePermit(state.integration, pair, {
    mode,
    mark: name,
    bound: "b",
    isEnderReady,
    nowMs: state.nowMs,
  });
  if (verdict.kind !== "granted") return undefined;
  const recorded = recordAttempt({ integration: state.integration, pair }, `${name}-${state.nowMs}`, state.nowMs);
  const isOk = succeeds(name);
  const result = isOk ? ({ kind: "ok", lifeMs: 30_000, mark: name, bound: "b" } as const) : ({ kind: "refused" } as const);
  const next = recordResult(recorded, `${name}-${state.nowMs}`, result, state.nowMs + 10);
  const counted = new Map(state.counted);
  // It is not documented that a token ends a run of refused sessions.
  const accounts = name === "token" ? ([name] as const) : ([name, "integration"] as const);
  for (const account of accounts) counted.set(account, isOk ? 0 : (counted.get(account) ?? 0) + 1);
  return {
    // Later than any token lives, so that each is asked for again.
    nowMs: state.nowMs + 100_000,
    integration: next.integration,
    pairs: new Map(state.pairs).set(name, next.pair),
    counted,
    hasToken: state.hasToken || name === "token",
    isKnown: state.isKnown || (name !== "token" && isOk),
  };
}

const asks = (["automatic", "break_run", "release"] as const).flatMap((mode) =>
  // No pair that could renew early may be known to the process that asks, also where there is one.
  [true, false].map((isEnderReady) => ({ mode, isEnderReady })),
);

test("after a restore no third failure is sent by itself, and releases reach every pair that has worked before", () => {
  const reached = new Set<Name>();
  let automatic = 0;
  const search = (state: State, depth: number): void => {
    if (depth === 0) return;
    for (const ask of asks) {
      for (const name of names) {
        const next = attempt(state, name, ask);
        if (!next) continue;
        const counted = next.counted.get("integration") ?? 0;
        if (ask.mode === "release") reached.add(name);
        else automatic += 1;
        if (!succeeds(name)) {
          const isReleased = ask.mode === "release" && !state.isKnown;
          expect(counted, `${name} by ${ask.mode}`).toBeLessThanOrEqual(isReleased ? 3 : 2);
          if (ask.mode !== "release") expect(next.counted.get(name)).toBeLessThanOrEqual(2);
        }
        search(next, depth - 1);
      }
    }
  };
  search(startState(), 6);
  expect([...reached].sort()).toEqual(["good", "other", "revoked1", "revoked2", "revoked3", "token"]);
  expect(automatic).toBeGreaterThan(0);
  for (const name of names) expect(attempt(startState(), name, { mode: "automatic", isEnderReady: false })).toBeUndefined();
});
