import { describe, expect, test } from "vitest";
import { type AttemptResult, recordAttempt, recordResult } from "./lockout-attempts.ts";
import {
  canEndRun,
  decidePermit,
  emptyPair,
  type GuardIntegration,
  type GuardPair,
  guardTimes,
  type PermitMode,
} from "./lockout-guard.ts";

/**
 * Tests docs/lockout.md: searches all orders of events (sent, returned unsent, answered, received, received late, lost,
 * time passed, manual attempt, token forgotten, token refused) for three failures in a row at the gateway, counted for each
 * pair and for the integration, and for one merchant that stops all others.
 */
type Merchant = "bad1" | "bad2" | "good" | "good2" | "revoked";
type Name = Merchant | "token";

/** `token`: the token it was sent under. `doubted`: refused because the gateway no longer knew that token. */
type Attempt = { id: string; pair: Name; token: number; sentMs: number; answer: "ok" | "refused" | "doubted" | null };
type State = {
  nowMs: number;
  next: number;
  integration: GuardIntegration;
  pairs: ReadonlyMap<Name, GuardPair>;
  flying: readonly Attempt[];
  /** The stored token; undefined once marked stale. `known`: whether the gateway still knows it. */
  token: { stored: number | undefined; known: boolean } & Troubles;
  /** Consecutive failures as the gateway counts them; a refused session counts even when only its token was unknown. */
  counted: ReadonlyMap<Name | "sessions", number>;
};

/** How often the gateway may still forget the token, and refuse to issue one. */
type Troubles = { forgets: number; refusals: number };

type Decide = typeof decidePermit;

const startMs = 1_000_000;

/** The start state with these merchants; `good` and `revoked` ones have signed in before. */
function startOf(merchants: readonly Merchant[], { forgets = 0, refusals = 0 }: Partial<Troubles> = {}): State {
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
    // Where a token may be refused, the first one is still to be fetched.
    token: { stored: refusals > 0 ? undefined : 0, known: true, forgets, refusals },
    counted: new Map(),
  };
}

const withPair = (state: State, pair: GuardPair) => new Map(state.pairs).set(pair.id as Name, pair);

function send(state: State, name: Name, mode: PermitMode, decide: Decide): State | undefined {
  const pair = state.pairs.get(name);
  const isToken = name === "token";
  // A session needs a stored token; a token is requested only when none is stored.
  if (!pair || isToken === (state.token.stored !== undefined)) return undefined;
  // The caller names all merchants, whatever the mode.
  const isEnderReady = [...state.pairs.values()].some((other) => other.id !== name && canEndRun(other, other.id));
  const verdict = decide(state.integration, pair, { mode, mark: name, bound: "b", isEnderReady, nowMs: state.nowMs });
  if (verdict.kind !== "granted") return undefined;
  const recorded = recordAttempt({ integration: state.integration, pair }, `a${state.next}`, state.nowMs);
  return {
    ...state,
    next: state.next + 1,
    integration: recorded.integration,
    pairs: withPair(state, recorded.pair),
    flying: [
      ...state.flying,
      { id: `a${state.next}`, pair: name, token: state.token.stored ?? -1, sentMs: state.nowMs, answer: null },
    ],
  };
}

type Response = "ok" | "refused" | "doubted";

function answerOf(state: State, { pair, token }: Attempt): Response {
  if (pair === "token") return "ok";
  if (token !== state.token.stored || !state.token.known) return "doubted";
  return pair.startsWith("good") ? "ok" : "refused";
}

function answer(state: State, attempt: Attempt, response = answerOf(state, attempt)): State {
  const counted = new Map(state.counted);
  const accounts = attempt.pair === "token" ? (["token"] as const) : ([attempt.pair, "sessions"] as const);
  for (const account of accounts) counted.set(account, response === "ok" ? 0 : (counted.get(account) ?? 0) + 1);
  const isTokenRefused = attempt.pair === "token" && response === "refused";
  return {
    ...state,
    ...(isTokenRefused && { token: { ...state.token, refusals: state.token.refusals - 1 } }),
    counted,
    flying: state.flying.map((other) => (other.id === attempt.id ? { ...other, answer: response } : other)),
  };
}

/** A 401 marks the token it was sent under as stale; a received token is stored. */
function tokenAfter({ token }: State, attempt: Attempt, resultKind: ResultKind): State["token"] {
  if (resultKind !== "answer") return token;
  if (attempt.pair === "token" && attempt.answer !== "ok") return token;
  if (attempt.pair === "token") return { ...token, stored: Number(attempt.id.slice(1)), known: true };
  const isMarked = attempt.answer === "doubted" && attempt.token === token.stored;
  return isMarked ? { ...token, stored: undefined } : token;
}

type ResultKind = "answer" | "unknown" | "not_sent";

function toAttemptResult(attempt: Attempt, resultKind: ResultKind): AttemptResult {
  if (resultKind !== "answer") return { kind: resultKind };
  if (attempt.answer === "ok") return { kind: "ok", lifeMs: 30_000, mark: attempt.pair, bound: "b" };
  return { kind: "refused", isTokenDoubted: attempt.answer === "doubted" };
}

function receive(state: State, attempt: Attempt, resultKind: ResultKind): State {
  const pair = state.pairs.get(attempt.pair) ?? emptyPair(attempt.pair, "session");
  const next = recordResult(
    { integration: state.integration, pair },
    attempt.id,
    toAttemptResult(attempt, resultKind),
    state.nowMs,
  );
  return {
    ...state,
    integration: next.integration,
    pairs: withPair(state, next.pair),
    token: tokenAfter(state, attempt, resultKind),
    flying: state.flying.filter(({ id }) => id !== attempt.id),
  };
}

/** All possible next states. The gateway processes an attempt before its lease and pause end. */
function* nextStates(state: State, decide: Decide): Generator<State> {
  const { forgets, known } = state.token;
  if (known && forgets > 0) yield { ...state, token: { ...state.token, known: false, forgets: forgets - 1 } };
  for (const pair of state.pairs.keys()) {
    for (const mode of ["automatic", "manual", "break_run"] as const) {
      // `release` of a proven pair, the one stated exception to "never a third", is not searched.
      const sent = send(state, pair, mode, decide);
      if (sent) yield sent;
    }
  }
  for (const attempt of state.flying) {
    if (attempt.answer === null) {
      yield answer(state, attempt);
      if (attempt.pair === "token" && state.token.refusals > 0) yield answer(state, attempt, "refused");
      // A permit granted too late is returned: nothing was sent.
      yield receive(state, attempt, "not_sent");
    } else {
      yield receive(state, attempt, "answer");
      // The process that sent it died, so its response is never received.
      yield { ...state, flying: state.flying.filter(({ id }) => id !== attempt.id) };
    }
    if (attempt.answer !== null) yield receive(state, attempt, "unknown");
  }
  // From here on responses arrive late: the lease has ended, but not the pause.
  if (state.flying.length > 0 && isDealtWith(state, lateMs)) yield { ...state, nowMs: state.nowMs + lateMs };
  if (state.flying.every(({ answer: response }) => response !== null)) {
    yield { ...state, nowMs: state.nowMs + guardTimes.leaseMs + guardTimes.pauseMs + 1 };
  }
}

const lateMs = guardTimes.leaseMs + 1;

/** Whether the gateway has processed each attempt before its lease and pause end, with or without a response. */
function isDealtWith({ flying, nowMs }: State, afterMs: number): boolean {
  const endMs = guardTimes.leaseMs + guardTimes.pauseMs;
  return flying.every(({ answer: response, sentMs }) => response !== null || nowMs + afterMs < sentMs + endMs);
}

/**
 * Of a pair, or of the integration: tokens and sessions together, since it is not documented that the success of one ends the
 * failures of the other.
 */
function worst({ counted }: State): number {
  const ofIntegration = (counted.get("token") ?? 0) + (counted.get("sessions") ?? 0);
  return Math.max(ofIntegration, ...counted.values());
}

/** Failures that one merchant has spent of the integration's two while another could have signed in between them. */
function spentByOne({ integration: { failedAttempts }, pairs }: State): number {
  const spentBy = ({ id }: GuardPair) =>
    failedAttempts.filter(({ pair, outcome }) => pair === id && outcome === "refused").length;
  const couldEnd = (name: string) => [...pairs.values()].some((other) => other.id !== name && canEndRun(other, other.id));
  return Math.max(0, ...[...pairs.values()].filter(({ id }) => id !== "token" && couldEnd(id)).map(spentBy));
}

/** Merchants refused because of one forgotten token, if no process is delayed by more than a lease. */
function doubted({ integration: { failedAttempts }, nowMs }: State): number {
  return nowMs === startMs ? failedAttempts.filter(({ isTokenDoubted }) => isTokenDoubted).length : 0;
}

/** The highest number of consecutive failures within this many events, or the highest value of another measure. */
function search(start: State, decide: Decide, depth: number, measure = worst): number {
  let frontier = [start];
  const seen = new Set<string>();
  let highest = 0;
  for (let step = 0; step < depth && highest < 3; step++) {
    const found: State[] = [];
    for (const state of frontier) {
      for (const next of nextStates(state, decide)) {
        const key = fingerprint(next);
        if (seen.has(key)) continue;
        seen.add(key);
        highest = Math.max(highest, measure(next));
        found.push(next);
      }
    }
    frontier = found;
  }
  return highest;
}

/** Times and sequence numbers relative to now, so that equal states are searched once. */
function fingerprint({ nowMs, integration, pairs, flying, token, counted }: State): string {
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
    flying.map(({ pair, answer: response, token: under, sentMs }) => [
      pair,
      response,
      under === token.stored,
      response === null && Math.ceil((nowMs - sentMs) / lateMs),
    ]),
    [token.stored === undefined, token.known, token.forgets, token.refusals],
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
        expect(search(startOf(["bad1", "bad2", "good"]), decidePermit, events)).toBe(2);
      });

      test("where the gateway forgets the token", () => {
        expect(search(startOf(["good", "good2", "bad1"], { forgets: 1 }), decidePermit, events)).toBe(2);
      });

      test("where it forgets the token and refuses a merchant that has worked before", () => {
        expect(search(startOf(["good", "revoked"], { forgets: 2 }), decidePermit, events)).toBe(2);
      });

      test("where it refuses to issue tokens, and a merchant", () => {
        expect(search(startOf(["good", "bad1"], { forgets: 1, refusals: 2 }), decidePermit, events)).toBe(2);
      });
    },
  );

  test(
    `a forgotten token costs one merchant's attempt in ${events} events, so that it never stops an integration`,
    options,
    () => {
      expect(search(startOf(["good", "good2"], { forgets: 1 }), decidePermit, events, doubted)).toBe(1);
    },
  );
}

test("no order of 8 events lets one merchant stop an integration in which another could sign in", () => {
  expect(search(startOf(["bad1", "good"]), decidePermit, 8, spentByOne)).toBe(1);
});

test("the search finds that a manual attempt that no proven merchant goes before stops an integration", () => {
  const alone: Decide = (integration, pair, ask) =>
    decidePermit(integration, pair, ask.mode === "manual" ? { ...ask, isEnderReady: false } : ask);
  expect(search(startOf(["bad1", "good"]), alone, 8, spentByOne)).toBe(2);
});

const isLong = { tags: ["long"], meta: { slow: "Searches twelve events of three merchants." } };
test("the search finds three failures if refused tokens and sessions have a limit each", isLong, () => {
  const apart: Decide = ({ seq, failedAttempts }, pair, ask) =>
    decidePermit({ seq, failedAttempts: failedAttempts.filter(({ kind }) => kind === pair.kind) }, pair, ask);
  expect(search(startOf(["good", "bad1", "bad2"], { forgets: 1, refusals: 2 }), apart, 12)).toBe(3);
});

test("the search finds that two concurrent sign-ins under a forgotten token stop an integration", () => {
  const atOnce: Decide = ({ seq }, pair, ask) => decidePermit({ seq, failedAttempts: [] }, pair, ask);
  expect(search(startOf(["good", "good2"], { forgets: 1 }), atOnce, 8, doubted)).toBe(2);
});

test("the search finds three failures if the limit of two is ignored", () => {
  const eager: Decide = (integration, pair, ask) =>
    pair.inflightUntilMs !== null && pair.inflightUntilMs > ask.nowMs
      ? decidePermit(integration, pair, ask)
      : { kind: "granted" };
  expect(search(startOf(["bad1", "bad2", "good"]), eager, 12)).toBe(3);
});
