import { describe, expect, test } from "vitest";
import {
  type AttemptResult,
  canEndRun,
  decidePermit,
  emptyPair,
  type GuardIntegration,
  type GuardPair,
  guardTimes,
  type PermitMode,
  recordAttempt,
  recordResult,
} from "./lockout-guard.ts";

/**
 * Tests docs/lockout.md: searches all orders of events (sent, returned unsent, answered, received, received late, lost,
 * time passed, manual attempt, token forgotten) for three failures in a row at the gateway, counted for each pair and
 * for the integration.
 */
type Merchant = "bad1" | "bad2" | "good" | "good2" | "revoked";
type Name = Merchant | "token";

/** `token`: the token it was sent under. `doubted`: refused because the gateway no longer knew that token. */
type Attempt = { id: string; pair: Name; token: number; sentMs: number; answer: "ok" | "refused" | "doubted" | null };
type World = {
  nowMs: number;
  next: number;
  integration: GuardIntegration;
  pairs: ReadonlyMap<Name, GuardPair>;
  flying: readonly Attempt[];
  /** The stored token; undefined once marked stale. `known`: whether the gateway still knows it. */
  token: { stored: number | undefined; known: boolean; forgets: number };
  /** Consecutive failures as the gateway counts them; a refused session counts even when only its token was unknown. */
  counted: ReadonlyMap<Name | "integration", number>;
};

type Judge = typeof decidePermit;

const startMs = 1_000_000;

/**
 * The start state with these merchants; `good` and `revoked` ones have signed in before. `forgets`: how often the
 * gateway may forget the token.
 */
function startOf(merchants: readonly Merchant[], forgets: number): World {
  const toPair = (name: Merchant): GuardPair => ({
    ...emptyPair(name, "session"),
    provenMark: name.startsWith("bad") ? null : name,
  });
  const token: GuardPair = { ...emptyPair("token", "token"), provenMark: "token" };
  return {
    nowMs: startMs,
    next: 1,
    integration: { seq: 0, failedAttempts: [] },
    pairs: new Map<Name, GuardPair>([...merchants.map((name) => [name, toPair(name)] as const), ["token", token]]),
    flying: [],
    token: { stored: 0, known: true, forgets },
    counted: new Map(),
  };
}

const withPair = (world: World, pair: GuardPair) => new Map(world.pairs).set(pair.id as Name, pair);

function send(world: World, name: Name, mode: PermitMode, verifyNotification: Judge): World | undefined {
  const pair = world.pairs.get(name);
  const isToken = name === "token";
  // A session needs a stored token; a token is requested only when none is stored.
  if (!pair || isToken === (world.token.stored !== undefined)) return undefined;
  const isEnderReady = [...world.pairs.values()].some((other) => other.id !== name && canEndRun(other, other.id));
  const verdict = verifyNotification(world.integration, pair, { mode, mark: name, bound: "b", isEnderReady, nowMs: world.nowMs });
  if (verdict.kind !== "granted") return undefined;
  const failedAttemptCount = recordAttempt({ integration: world.integration, pair }, `a${world.next}`, world.nowMs);
  return {
    ...world,
    next: world.next + 1,
    integration: failedAttemptCount.integration,
    pairs: withPair(world, failedAttemptCount.pair),
    flying: [
      ...world.flying,
      { id: `a${world.next}`, pair: name, token: world.token.stored ?? -1, sentMs: world.nowMs, answer: null },
    ],
  };
}

function answerOf(world: World, { pair, token }: Attempt): "ok" | "refused" | "doubted" {
  if (pair === "token") return "ok";
  if (token !== world.token.stored || !world.token.known) return "doubted";
  return pair.startsWith("good") ? "ok" : "refused";
}

function answer(world: World, attempt: Attempt): World {
  const given = answerOf(world, attempt);
  const counted = new Map(world.counted);
  // It is not documented that a token ends a run of refused sessions.
  if (attempt.pair !== "token")
    for (const account of [attempt.pair, "integration"] as const)
      counted.set(account, given === "ok" ? 0 : (counted.get(account) ?? 0) + 1);
  return {
    ...world,
    counted,
    flying: world.flying.map((each) => (each.id === attempt.id ? { ...each, answer: given } : each)),
  };
}

/** A 401 marks the token it was sent under as stale; a received token is stored. */
function tokenAfter({ token }: World, attempt: Attempt, heard: Hearing): World["token"] {
  if (heard !== "answer") return token;
  if (attempt.pair === "token") return { ...token, stored: Number(attempt.id.slice(1)), known: true };
  const isMarked = attempt.answer === "doubted" && attempt.token === token.stored;
  return isMarked ? { ...token, stored: undefined } : token;
}

type Hearing = "answer" | "unknown" | "not_sent";

function toAttemptResult(attempt: Attempt, heard: Hearing): AttemptResult {
  if (heard !== "answer") return { kind: heard };
  if (attempt.answer === "ok") return { kind: "ok", lifeMs: 30_000, mark: attempt.pair, bound: "b" };
  return { kind: "refused", isTokenDoubted: attempt.answer === "doubted" };
}

function hear(world: World, attempt: Attempt, heard: Hearing): World {
  const pair = world.pairs.get(attempt.pair) ?? emptyPair(attempt.pair, "session");
  const next = recordResult({ integration: world.integration, pair }, attempt.id, toAttemptResult(attempt, heard), world.nowMs);
  return {
    ...world,
    integration: next.integration,
    pairs: withPair(world, next.pair),
    token: tokenAfter(world, attempt, heard),
    flying: world.flying.filter(({ id }) => id !== attempt.id),
  };
}

/** All possible next states. The gateway processes an attempt before its lease and pause end. */
function* follow(world: World, verifyNotification: Judge): Generator<World> {
  const { forgets, known } = world.token;
  if (known && forgets > 0) yield { ...world, token: { ...world.token, known: false, forgets: forgets - 1 } };
  for (const pair of world.pairs.keys()) {
    for (const mode of ["automatic", "manual", "break_run"] as const) {
      // `release` of a proven pair, the one stated exception to "never a third", is not searched.
      if (mode === "manual" && pair === "token") continue;
      const sent = send(world, pair, mode, verifyNotification);
      if (sent) yield sent;
    }
  }
  for (const attempt of world.flying) {
    if (attempt.answer === null) {
      yield answer(world, attempt);
      // A permit granted too late is returned: nothing was sent.
      yield hear(world, attempt, "not_sent");
    } else {
      yield hear(world, attempt, "answer");
      // The process that sent it died, so its response is never received.
      yield { ...world, flying: world.flying.filter(({ id }) => id !== attempt.id) };
    }
    if (attempt.answer !== null) yield hear(world, attempt, "unknown");
  }
  // From here on responses arrive late: the lease has ended, but not the pause.
  if (world.flying.length > 0 && isDealtWith(world, lateMs)) yield { ...world, nowMs: world.nowMs + lateMs };
  if (world.flying.every(({ answer: given }) => given !== null)) {
    yield { ...world, nowMs: world.nowMs + guardTimes.leaseMs + guardTimes.pauseMs + 1 };
  }
}

const lateMs = guardTimes.leaseMs + 1;

/** Whether the gateway has processed each attempt before its lease and pause end, with or without a response. */
function isDealtWith({ flying, nowMs }: World, afterMs: number): boolean {
  const endMs = guardTimes.leaseMs + guardTimes.pauseMs;
  return flying.every(({ answer: given, sentMs }) => given !== null || nowMs + afterMs < sentMs + endMs);
}

function worst(world: World): number {
  return Math.max(0, ...world.counted.values());
}

/** Merchants refused because of one forgotten token, if no process is delayed by more than a lease. */
function doubted({ integration: { failedAttempts }, nowMs }: World): number {
  return nowMs === startMs ? failedAttempts.filter(({ isTokenDoubted }) => isTokenDoubted).length : 0;
}

/** The highest number of consecutive failures within this many events, or the highest value of another measure. */
function search(start: World, verifyNotification: Judge, depth: number, measure = worst): number {
  let frontier = [start];
  const seen = new Set<string>();
  let most = 0;
  for (let step = 0; step < depth && most < 3; step++) {
    const found: World[] = [];
    for (const world of frontier) {
      for (const next of follow(world, verifyNotification)) {
        const key = fingerprint(next);
        if (seen.has(key)) continue;
        seen.add(key);
        most = Math.max(most, measure(next));
        found.push(next);
      }
    }
    frontier = found;
  }
  return most;
}

/** Times and sequence numbers relative to now, so that equal states are searched once. */
function fingerprint({ nowMs, integration, pairs, flying, token, counted }: World): string {
  const failedAttempts = (list: GuardIntegration["failedAttempts"]) =>
    list.map(({ pair, outcome, isTokenDoubted, sentSeq, resultSeq, leaseUntilMs, decidedAtMs, attempt }) => [
      pair,
      outcome,
      isTokenDoubted === true,
      sentSeq - integration.seq,
      resultSeq === null ? null : resultSeq - integration.seq,
      leaseUntilMs > nowMs,
      decidedAtMs > nowMs,
      flying.findIndex(({ id }) => id === attempt),
    ]);
  return JSON.stringify([
    failedAttempts(integration.failedAttempts),
    [...pairs.values()].map((pair) => [
      pair.state,
      pair.provenMark,
      failedAttempts(pair.failedAttempts),
      (pair.inflightUntilMs ?? 0) > nowMs,
      (pair.cachedUntilMs ?? 0) - nowMs,
    ]),
    flying.map(({ pair, answer: given, token: under, sentMs }) => [
      pair,
      given,
      under === token.stored,
      given === null && Math.ceil((nowMs - sentMs) / lateMs),
    ]),
    [token.stored === undefined, token.known, token.forgets],
    [...counted.entries()].toSorted(),
  ]);
}

/** The short search is a part of the long one and takes only seconds. */
const depths = [
  { events: 8, options: {} },
  { events: 12, options: { tags: ["long"], meta: { slow: "Searches every order of twelve events." } } },
];

for (const { events, options } of depths) {
  describe(
    `no order of ${events} events puts three failures in a row at the gateway, for a pair or the integration`,
    options,
    () => {
      test("where two merchants are refused", () => {
        expect(search(startOf(["bad1", "bad2", "good"], 0), decidePermit, events)).toBe(2);
      });

      test("where the gateway forgets the token", () => {
        expect(search(startOf(["good", "good2", "bad1"], 1), decidePermit, events)).toBe(2);
      });

      test("where it forgets the token and refuses a merchant that has worked before", () => {
        expect(search(startOf(["good", "revoked"], 2), decidePermit, events)).toBe(2);
      });
    },
  );

  test(
    `a forgotten token costs one merchant's attempt in ${events} events, so that it never stops an integration`,
    options,
    () => {
      expect(search(startOf(["good", "good2"], 1), decidePermit, events, doubted)).toBe(1);
    },
  );
}

test("the search finds that an integration is stopped where two sign-ins go at once under a forgotten token", () => {
  const atOnce: Judge = ({ seq }, pair, ask) => decidePermit({ seq, failedAttempts: [] }, pair, ask);
  expect(search(startOf(["good", "good2"], 1), atOnce, 8, doubted)).toBe(2);
});

test("the search finds three failures where the limit of two is not kept", () => {
  const eager: Judge = (integration, pair, ask) =>
    pair.inflightUntilMs !== null && pair.inflightUntilMs > ask.nowMs
      ? decidePermit(integration, pair, ask)
      : { kind: "granted" };
  expect(search(startOf(["bad1", "bad2", "good"], 0), eager, 12)).toBe(3);
});
