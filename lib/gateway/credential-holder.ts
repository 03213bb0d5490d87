import type { Clock } from "#lib/core/clock.ts";
import { AppError } from "#lib/core/errors.ts";
import { renewalMarginMs } from "#lib/core/lock-guard.ts";
import type { Held, Outcome, Pair, PermitAnswer, PermitLedger, PermitRequest } from "./permit.ts";

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
  fetchNew: () => Promise<Outcome>;
  breakers: () => Promise<readonly PairSignIn[]>;
};

type Kept = { held: Held; untilMs: number };

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

  /** After a business 401 (identity-rules.md 8): true when one more try with another token makes sense. */
  async distrust(pair: Pair, attemptId: string): Promise<boolean> {
    const outcome = await this.#options.permits.markStale(this.#ref(pair), attemptId);
    if (outcome !== "too_soon") this.forget(pair);
    return outcome !== "too_soon";
  }

  /** A person's one try (identity-rules.md 6). */
  async tryOnce(signIn: PairSignIn): Promise<Outcome["kind"] | "not_permitted"> {
    const answer = await this.#options.permits.acquire(this.#request(signIn.pair, "manual", []));
    if (answer.kind !== "granted") return "not_permitted";
    return (await this.#attempt(signIn, answer.attemptId)).kind;
  }

  #startFlight(key: string, signIn: PairSignIn): Promise<Held> {
    const flight = this.#obtain(signIn).finally(() => this.#flights.delete(key));
    this.#flights.set(key, flight);
    return flight;
  }

  async #obtain(signIn: PairSignIn): Promise<Held> {
    const deadlineMs = this.#options.clock.monotonic() + waitLimitMs;
    let breakerIds: string[] = [];
    let waitMs = pollMs.first;
    for (;;) {
      const answer = await this.#acquire(this.#request(signIn.pair, "automatic", breakerIds));
      if (answer.kind === "fresh") return this.#keep(signIn.pair, answer.held);
      if (answer.kind === "granted") return this.#signIn(signIn, answer.attemptId);
      if (answer.kind === "stopped") throw stoppedError(answer, signIn.pair);
      if (answer.kind === "break_run") await this.#breakRun(signIn, answer.breakerClientIds);
      else if (answer.reason === "pause") throw waitingError(answer.retryAfterMs);
      if (this.#options.clock.monotonic() + waitMs > deadlineMs) throw waitingError(2_000);
      if (breakerIds.length === 0 && signIn.pair.kind === "session") breakerIds = await this.#breakerIds(signIn);
      await this.#options.sleep(waitMs * (0.5 + this.#options.random()));
      waitMs = Math.min(waitMs * 1.5, pollMs.most);
    }
  }

  async #breakerIds(signIn: PairSignIn): Promise<string[]> {
    return (await signIn.breakers()).map(({ pair }) => pair.clientId);
  }

  /** One proven merchant renews early, so that the gateway's count of failures in a row ends (identity-rules.md 3). */
  async #breakRun(signIn: PairSignIn, breakerClientIds: readonly string[]): Promise<void> {
    for (const breaker of await signIn.breakers()) {
      if (!breakerClientIds.includes(breaker.pair.clientId)) continue;
      const answer = await this.#acquire(this.#request(breaker.pair, "break_run", []));
      if (answer.kind === "granted") await this.#attempt(breaker, answer.attemptId);
      if (answer.kind === "granted" || answer.kind === "fresh") return;
    }
  }

  async #signIn(signIn: PairSignIn, attemptId: string): Promise<Held> {
    const outcome = await this.#attempt(signIn, attemptId);
    if (outcome.kind === "refused") throw refusedPairError(signIn.pair);
    if (outcome.kind !== "ok") throw new AppError("gateway_unavailable", { cause: outcome.reason, retryAfterSeconds: 60 });
    const kept = this.#kept.get(keyOf(signIn.pair));
    if (kept) return kept.held;
    return { value: outcome.value, attemptId, remainingMs: outcome.lifeMs, lifeMs: outcome.lifeMs, scope: outcome.scope };
  }

  async #attempt(signIn: PairSignIn, attemptId: string): Promise<Outcome> {
    const startedMs = this.#options.clock.monotonic();
    const outcome = await signIn
      .fetchNew()
      .catch((thrown): Outcome => ({ kind: "not_sent", reason: `No attempt was made: ${String(thrown)}` }));
    this.#options.onAttempt?.({ kind: signIn.pair.kind, outcome: outcome.kind });
    await this.#options.permits.report(this.#ref(signIn.pair), attemptId, outcome);
    if (outcome.kind === "ok") {
      const remainingMs = outcome.lifeMs - (this.#options.clock.monotonic() - startedMs);
      this.#keep(signIn.pair, { value: outcome.value, attemptId, remainingMs, lifeMs: outcome.lifeMs, scope: outcome.scope });
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

  #keep(pair: Pair, held: Held): Held {
    this.#kept.set(keyOf(pair), { held, untilMs: this.#options.clock.monotonic() + held.remainingMs });
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

  #request(pair: Pair, mode: PermitRequest["mode"], breakerClientIds: readonly string[]): PermitRequest {
    return { ...this.#ref(pair), mode, breakerClientIds };
  }
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
