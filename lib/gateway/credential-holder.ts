import pLimit from "p-limit";
import type { Clock } from "#lib/core/clock.ts";
import { AppError } from "#lib/core/errors.ts";
import { renewalMarginMs } from "#lib/core/lock-guard.ts";
import type { Secret } from "#lib/core/secret.ts";
import type { Distrust, Held, Outcome, Pair, PermitAnswer, PermitLedger, PermitRequest } from "./permit.ts";

type Sleep = (ms: number, signal?: AbortSignal) => Promise<void>;

export type HolderOptions = {
  permits: PermitLedger;
  clock: Clock;
  sleep: Sleep;
  random: () => number;
  baseUrl: string;
  integrationClientId: string;
  onAttempt?: (attempt: { kind: Pair["kind"]; outcome: Outcome["kind"] }) => void;
};

/** How one pair signs in, and which proven merchants could sign in first to end a run of refusals. */
export type PairSignIn = {
  pair: Pair;
  /** Whose token a session is asked for under; a token needs none. */
  token?: PairSignIn;
  fetchNew: (token: Secret | undefined) => Promise<Outcome>;
  breakers: () => Promise<readonly PairSignIn[]>;
};

/** `fetchedAtMs`: when this process had it from the gateway. */
type Kept = { held: Held; untilMs: number; fetchedAtMs?: number | undefined };

/** `isNew`: issued for this very attempt, so that a 401 under it is not the token's fault (identity-rules.md 2a). */
type TokenUse = { held: Held; isNew: boolean };

type StepOptions = { token: TokenUse | undefined; breakerIds: readonly string[] | undefined; deadlineMs: number };
type Step =
  | { kind: "held"; held: Held }
  | { kind: "again" }
  | Extract<PermitAnswer, { kind: "wait" }>
  | Extract<PermitAnswer, { kind: "break_run" }>;

const waitLimitMs = 10_000;
const pollMs = { first: 50, most: 400 };

/**
 * Tokens and sessions of one integration in this process: in memory while fresh, else from the permit ledger, else by
 * one permitted attempt, for however many callers (identity-rules.md 9 and 10).
 */
export class CredentialHolder {
  readonly #options: HolderOptions;
  readonly #kept = new Map<string, Kept>();
  readonly #flights = new Map<string, Promise<Held>>();
  /** One session is asked for at a time; whoever waits in this process has the next turn without polling. */
  readonly #sessionTurn = pLimit(1);

  constructor(options: HolderOptions) {
    this.#options = options;
  }

  /** Throws merchant_refused (nothing more by itself), merchant_waiting, gateway_unavailable or store_unavailable. */
  async hold(signIn: PairSignIn): Promise<Held> {
    const key = keyOf(signIn.pair);
    const kept = this.#kept.get(key);
    if (kept && this.#remainingMs(kept) > this.#marginMs(kept)) return kept.held;
    const flight = this.#flights.get(key) ?? this.#startFlight(key, signIn);
    try {
      return await flight;
    } catch (thrown) {
      if (kept && this.#remainingMs(kept) > 0) return kept.held;
      throw thrown;
    }
  }

  /** What another process stored while it lives, without any attempt. */
  forget(pair: Pair): void {
    this.#kept.delete(keyOf(pair));
  }

  /** After a business 401 (identity-rules.md 8). Unless `too_soon` the next call takes another. */
  async distrust(pair: Pair, attemptId: string, options: { mayStop?: boolean } = {}): Promise<Distrust> {
    const outcome = await this.#options.permits.markStale(this.#ref(pair), attemptId, options);
    if (outcome !== "too_soon") this.forget(pair);
    return outcome;
  }

  /**
   * A person's one try (identity-rules.md 6). It never waits: what other merchants hear meanwhile could make it a third
   * failure in a row without the confirmation that such a try needs.
   */
  async tryOnce(signIn: PairSignIn): Promise<Outcome["kind"] | "not_permitted"> {
    const startedMs = this.#options.clock.monotonic();
    let token = await this.#tokenFor(signIn, startedMs);
    let answer = await this.#permits(signIn, token);
    if (answer.kind === "token_stale") {
      this.#forgetToken(signIn);
      token = await this.#tokenFor(signIn, startedMs);
      answer = await this.#permits(signIn, token);
    }
    if (answer.kind !== "granted") return "not_permitted";
    const outcome = await this.#attempt(signIn, answer.attemptId, token);
    return (await this.#isTriedAgain(signIn.pair, outcome)) ? this.#tryAgain(signIn, startedMs) : outcome.kind;
  }

  #permits(signIn: PairSignIn, token: TokenUse | undefined): Promise<PermitAnswer> {
    return this.#options.permits.acquire(this.#request(signIn.pair, "manual", { breakerIds: [], token }));
  }

  /** Under another token; what cannot be sent leaves the refusal as it was heard. */
  async #tryAgain(signIn: PairSignIn, sinceMs: number): Promise<Outcome["kind"]> {
    const token = await this.#tokenFor(signIn, sinceMs).catch(() => undefined);
    if (!token) return "refused";
    const answer = await this.#permits(signIn, token);
    return answer.kind === "granted" ? (await this.#attempt(signIn, answer.attemptId, token)).kind : "refused";
  }

  /** A pair that has worked before keeps a try when the token may be what was refused (identity-rules.md 2a). */
  async #isTriedAgain(pair: Pair, outcome: Outcome): Promise<boolean> {
    if (outcome.kind !== "refused" || outcome.doubtedToken === undefined) return false;
    return (await this.#options.permits.status(this.#ref(pair))).pair.state === "closed";
  }

  #startFlight(key: string, signIn: PairSignIn): Promise<Held> {
    const flight = this.#obtain(signIn).finally(() => this.#flights.delete(key));
    this.#flights.set(key, flight);
    return flight;
  }

  async #obtain(signIn: PairSignIn): Promise<Held> {
    const startedMs = this.#options.clock.monotonic();
    const deadlineMs = startedMs + waitLimitMs;
    let breakerIds: readonly string[] | undefined;
    let waitMs = pollMs.first;
    for (;;) {
      const token = await this.#tokenFor(signIn, startedMs);
      const step = await this.#takeTurn(signIn, () => this.#step(signIn, { token, breakerIds, deadlineMs }));
      if (step.kind === "held") return step.held;
      if (step.kind === "again") continue;
      if (step.kind === "break_run" && !step.breakerClientIds) {
        breakerIds = (await signIn.breakers()).map(({ pair }) => pair.clientId);
        continue;
      }
      if (this.#options.clock.monotonic() + waitMs > deadlineMs) throw waitingError(2_000);
      await this.#options.sleep(waitMs * (0.5 + this.#options.random()));
      waitMs = Math.min(waitMs * 1.5, pollMs.most);
    }
  }

  #takeTurn<Result>({ pair }: PairSignIn, step: () => Promise<Result>): Promise<Result> {
    return pair.kind === "session" ? this.#sessionTurn(step) : step();
  }

  /** Asks for a permit once and does what the answer says. `again`: at once, with a token that is trusted. */
  async #step(signIn: PairSignIn, { token, breakerIds, deadlineMs }: StepOptions): Promise<Step> {
    if (this.#options.clock.monotonic() > deadlineMs) throw waitingError(2_000);
    const answer = await this.#acquire(this.#request(signIn.pair, "automatic", { breakerIds, token }));
    if (answer.kind === "fresh") return { kind: "held", held: this.#keep(signIn.pair, answer.held) };
    if (answer.kind === "stopped") throw stoppedError(answer, signIn.pair);
    if (answer.kind === "token_stale") {
      this.#forgetToken(signIn);
      return { kind: "again" };
    }
    if (answer.kind === "granted") {
      const held = await this.#signIn(signIn, answer.attemptId, token);
      return held ? { kind: "held", held } : { kind: "again" };
    }
    if (answer.kind === "break_run" && answer.breakerClientIds) await this.#breakRun(signIn, answer.breakerClientIds, token);
    if (answer.kind === "wait" && answer.reason === "pause") throw waitingError(answer.retryAfterMs);
    return answer;
  }

  async #tokenFor({ token }: PairSignIn, sinceMs: number): Promise<TokenUse | undefined> {
    if (!token) return undefined;
    const held = await this.hold(token);
    const { fetchedAtMs } = this.#kept.get(keyOf(token.pair)) ?? {};
    return { held, isNew: fetchedAtMs !== undefined && fetchedAtMs >= sinceMs };
  }

  #forgetToken({ token }: PairSignIn): void {
    if (token) this.forget(token.pair);
  }

  /** One proven merchant renews early, so that the gateway's count of failures in a row ends (identity-rules.md 3). */
  async #breakRun(signIn: PairSignIn, breakerClientIds: readonly string[], token: TokenUse | undefined): Promise<void> {
    for (const breaker of await signIn.breakers()) {
      if (!breakerClientIds.includes(breaker.pair.clientId)) continue;
      const answer = await this.#acquire(this.#request(breaker.pair, "break_run", { breakerIds: [], token }));
      if (answer.kind === "granted") await this.#attempt(breaker, answer.attemptId, token);
      if (answer.kind === "token_stale") this.#forgetToken(signIn);
      if (answer.kind !== "stopped" && answer.kind !== "fresh") return;
    }
  }

  /** Undefined when the token may be what was refused: a proven pair then has one more try, with another token. */
  async #signIn(signIn: PairSignIn, attemptId: string, token: TokenUse | undefined): Promise<Held | undefined> {
    const outcome = await this.#attempt(signIn, attemptId, token);
    if (outcome.kind === "refused" && outcome.doubtedToken !== undefined) return undefined;
    if (outcome.kind === "refused") throw refusedPairError(signIn.pair);
    if (outcome.kind !== "ok") throw new AppError("gateway_unavailable", { cause: outcome.reason, retryAfterSeconds: 60 });
    const kept = this.#kept.get(keyOf(signIn.pair));
    if (kept) return kept.held;
    return { value: outcome.value, attemptId, remainingMs: outcome.lifeMs, lifeMs: outcome.lifeMs, scope: outcome.scope };
  }

  async #attempt(signIn: PairSignIn, attemptId: string, token: TokenUse | undefined): Promise<Outcome> {
    const startedMs = this.#options.clock.monotonic();
    const heard = await signIn
      .fetchNew(token?.held.value)
      .catch((thrown): Outcome => ({ kind: "not_sent", reason: `No attempt was made: ${String(thrown)}` }));
    const outcome = withDoubt(heard, token);
    this.#options.onAttempt?.({ kind: signIn.pair.kind, outcome: outcome.kind });
    await this.#options.permits.report(this.#ref(signIn.pair), attemptId, outcome);
    if (outcome.kind === "refused" && outcome.doubtedToken !== undefined) this.#forgetToken(signIn);
    if (outcome.kind === "ok") {
      const remainingMs = outcome.lifeMs - (this.#options.clock.monotonic() - startedMs);
      const held = { value: outcome.value, attemptId, remainingMs, lifeMs: outcome.lifeMs, scope: outcome.scope };
      this.#keep(signIn.pair, held, this.#options.clock.monotonic());
    }
    return outcome;
  }

  async #acquire(request: PermitRequest): Promise<PermitAnswer> {
    try {
      return await this.#options.permits.acquire(request);
    } catch (cause) {
      throw new AppError("store_unavailable", { cause });
    }
  }

  #keep(pair: Pair, held: Held, fetchedAtMs?: number): Held {
    this.#kept.set(keyOf(pair), { held, untilMs: this.#options.clock.monotonic() + held.remainingMs, fetchedAtMs });
    return held;
  }

  #remainingMs({ untilMs }: Kept): number {
    return untilMs - this.#options.clock.monotonic();
  }

  /** With a little jitter above the shared margin, so that not every process renews at the same moment. */
  #marginMs({ held }: Kept): number {
    return renewalMarginMs(held.lifeMs) * (1 + this.#options.random() * 0.1);
  }

  #ref(pair: Pair) {
    const { integrationClientId, baseUrl } = this.#options;
    return { integrationClientId, pair, baseUrl };
  }

  #request(
    pair: Pair,
    mode: PermitRequest["mode"],
    { breakerIds, token }: { breakerIds: readonly string[] | undefined; token: TokenUse | undefined },
  ): PermitRequest {
    const request = { ...this.#ref(pair), mode, breakerClientIds: breakerIds };
    return token ? { ...request, tokenAttemptId: token.held.attemptId } : request;
  }
}

/** A 401 concerns first the token it was sent under, unless that was issued for this very attempt (identity-rules.md 2a). */
function withDoubt(outcome: Outcome, token: TokenUse | undefined): Outcome {
  const isDoubted = outcome.kind === "refused" && outcome.status === 401 && token !== undefined && !token.isNew;
  return isDoubted ? { ...outcome, doubtedToken: token.held.attemptId } : outcome;
}

/** The secret is part of it: a new one under the same client id never answers with the old one's session. */
function keyOf({ kind, clientId, clientSecret }: Pair): string {
  return `${kind}\n${clientId}\n${clientSecret.reveal()}`;
}

function stoppedError({ scope, reason }: Extract<PermitAnswer, { kind: "stopped" }>, pair: Pair): AppError {
  if (scope === "integration") {
    return new AppError("merchant_refused", {
      message:
        "Two sign-ins over this integration failed in a row. Nothing more is tried by itself, so that the account is not locked.",
    });
  }
  if (reason === "calls") {
    return new AppError("merchant_refused", {
      message:
        "The gateway refused two calls of this merchant in a row, the second with a session it had just issued. Its calls are stopped until somebody tries again or saves new credentials.",
    });
  }
  if (reason === "unknown") {
    return new AppError("merchant_refused", {
      message:
        "The first sign-in of these credentials got no clear answer. Nothing more is tried by itself, so that the account is not locked.",
    });
  }
  return refusedPairError(pair);
}

function refusedPairError({ kind }: Pair): AppError {
  if (kind === "session") return new AppError("merchant_refused");
  return new AppError("merchant_refused", {
    message:
      "The gateway refused the integration's credentials. Nothing more is tried by itself, so that the account is not locked.",
  });
}

function waitingError(retryMs: number): AppError {
  return new AppError("merchant_waiting", { retryAfterSeconds: Math.max(1, Math.ceil(retryMs / 1000)) });
}
