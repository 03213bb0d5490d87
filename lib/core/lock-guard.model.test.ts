import { describe, expect, test } from "vitest";
import {
  chargeAttempt,
  emptyPair,
  type GuardIntegration,
  type GuardPair,
  guardTimes,
  hearAttempt,
  isBreaker,
  judgePermit,
  type PermitMode,
} from "./lock-guard.ts";

/**
 * identity-rules.md 4: searches orders of events (sent, answered, heard, lost, waited, a person's try) for three
 * failures in a row at the gateway, counted for each pair and for the integration. Two merchants' credentials are
 * refused, one merchant's are good.
 */
type Name = "bad1" | "bad2" | "good";
const names: readonly Name[] = ["bad1", "bad2", "good"];

type Attempt = { id: string; pair: Name; answer: "ok" | "refused" | null };
type World = {
  nowMs: number;
  next: number;
  integration: GuardIntegration;
  pairs: Record<Name, GuardPair>;
  flying: readonly Attempt[];
  /** Failures in a row as the gateway counts them. */
  counted: Record<Name | "integration", number>;
};

type Judge = typeof judgePermit;

const start: World = {
  nowMs: 1_000_000,
  next: 1,
  integration: { seq: 0, charges: [] },
  pairs: {
    bad1: emptyPair("bad1", "session"),
    bad2: emptyPair("bad2", "session"),
    good: { ...emptyPair("good", "session"), provenMark: "good" },
  },
  flying: [],
  counted: { bad1: 0, bad2: 0, good: 0, integration: 0 },
};

function send(world: World, pair: Name, mode: PermitMode, judge: Judge): World | undefined {
  const breakerReady = names.some((name) => name !== pair && isBreaker(world.pairs[name], name));
  const verdict = judge(world.integration, world.pairs[pair], { mode, mark: pair, bound: "b", breakerReady, nowMs: world.nowMs });
  if (verdict.kind !== "granted") return undefined;
  const id = `a${world.next}`;
  const charged = chargeAttempt({ integration: world.integration, pair: world.pairs[pair] }, id, world.nowMs);
  return {
    ...world,
    next: world.next + 1,
    integration: charged.integration,
    pairs: { ...world.pairs, [pair]: charged.pair },
    flying: [...world.flying, { id, pair, answer: null }],
  };
}

function answer(world: World, attempt: Attempt): World {
  const isRefused = attempt.pair !== "good";
  const failed = (count: number) => (isRefused ? count + 1 : 0);
  return {
    ...world,
    counted: {
      ...world.counted,
      [attempt.pair]: failed(world.counted[attempt.pair]),
      integration: failed(world.counted.integration),
    },
    flying: world.flying.map((each) => (each.id === attempt.id ? { ...each, answer: isRefused ? "refused" : "ok" } : each)),
  };
}

function hear(world: World, attempt: Attempt, heard: "answer" | "unknown"): World {
  const outcome =
    heard === "unknown"
      ? { kind: "unknown" as const }
      : attempt.answer === "ok"
        ? { kind: "ok" as const, lifeMs: 30_000, mark: attempt.pair, bound: "b" }
        : { kind: "refused" as const };
  const next = hearAttempt({ integration: world.integration, pair: world.pairs[attempt.pair] }, attempt.id, outcome, world.nowMs);
  return {
    ...world,
    integration: next.integration,
    pairs: { ...world.pairs, [attempt.pair]: next.pair },
    flying: world.flying.filter(({ id }) => id !== attempt.id),
  };
}

/** Everything that can happen next. What is in flight is dealt with by the gateway before its lease and pause are over. */
function* follow(world: World, judge: Judge): Generator<World> {
  for (const pair of names) {
    for (const mode of ["automatic", "manual", "break_run"] as const) {
      if (mode === "manual" && pair === "good") continue;
      const sent = send(world, pair, mode, judge);
      if (sent) yield sent;
    }
  }
  for (const attempt of world.flying) {
    if (attempt.answer === null) yield answer(world, attempt);
    else {
      yield hear(world, attempt, "answer");
      // The process that waited for it died: nobody ever hears it.
      yield { ...world, flying: world.flying.filter(({ id }) => id !== attempt.id) };
    }
    if (attempt.answer !== null) yield hear(world, attempt, "unknown");
  }
  if (world.flying.every(({ answer: given }) => given !== null)) {
    yield { ...world, nowMs: world.nowMs + guardTimes.leaseMs + guardTimes.pauseMs + 1 };
  }
}

function worst(world: World): number {
  return Math.max(...Object.values(world.counted));
}

/** The most failures in a row found within so many events. */
function search(judge: Judge, depth: number): number {
  let frontier = [start];
  const seen = new Set<string>();
  let most = 0;
  for (let step = 0; step < depth && most < 3; step++) {
    const found: World[] = [];
    for (const world of frontier) {
      for (const next of follow(world, judge)) {
        const key = fingerprint(next);
        if (seen.has(key)) continue;
        seen.add(key);
        most = Math.max(most, worst(next));
        found.push(next);
      }
    }
    frontier = found;
  }
  return most;
}

/** Times and sequence numbers relative to now, so that equal situations are searched once. */
function fingerprint({ nowMs, integration, pairs, flying, counted }: World): string {
  const charges = (list: GuardIntegration["charges"]) =>
    list.map(({ pair, outcome, sentSeq, heardSeq, leaseUntilMs, settlesAtMs, attempt }) => [
      pair,
      outcome,
      sentSeq - integration.seq,
      heardSeq === null ? null : heardSeq - integration.seq,
      leaseUntilMs > nowMs,
      settlesAtMs > nowMs,
      flying.findIndex(({ id }) => id === attempt),
    ]);
  return JSON.stringify([
    charges(integration.charges),
    names.map((name) => [
      pairs[name].state,
      pairs[name].provenMark,
      charges(pairs[name].charges),
      (pairs[name].inflightUntilMs ?? 0) > nowMs,
      (pairs[name].heldUntilMs ?? 0) - nowMs,
    ]),
    flying.map(({ pair, answer: given }) => [pair, given]),
    counted,
  ]);
}

describe("no order of twelve events", () => {
  test("puts three failures in a row at the gateway, for a pair or the integration", () => {
    expect(search(judgePermit, 12)).toBe(2);
  });
});

test("the search finds three failures where the limit of two is not kept", () => {
  const eager: Judge = (integration, pair, ask) =>
    pair.inflightUntilMs !== null && pair.inflightUntilMs > ask.nowMs ? judgePermit(integration, pair, ask) : { kind: "granted" };
  expect(search(eager, 12)).toBe(3);
});
