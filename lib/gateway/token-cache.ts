import { AppError } from "#lib/core/errors.ts";
import { renewalMarginMs } from "#lib/core/lockout-guard.ts";
import type { Secret } from "#lib/core/secret.ts";
import { enderIdsOf, keyOf, type PairSignIn, type TokenUse } from "./pair-sign-in.ts";
import type { CachedCredential, ManualMode, Outcome, Pair, PermitAnswer, StaleOutcome } from "./permit.ts";
import { type AttemptOptions, createSignInAttempts, type SignInAttempts } from "./sign-in-attempts.ts";
import { refusedPairError, stoppedError, waitingError } from "./sign-in-errors.ts";
import { createTurns, type Lane } from "./turns.ts";
import type { GatewayEnvironment } from "./types.ts";

type Sleep = (ms: number, signal?: AbortSignal) => Promise<void>;

export type TokenCacheOptions = AttemptOptions & { integrationSecret: Secret; sleep: Sleep; random: () => number };

/** `fetchedAtMs`: when this process received it from the gateway. */
type CacheEntry = { held: CachedCredential; untilMs: number; fetchedAtMs?: number | undefined };

/** No caller waits longer than `deadlineMs`. */
type FlightLane = Lane & { deadlineMs: number };
type Flight = { held: Promise<CachedCredential>; lane: FlightLane };
type StepOptions = { token: TokenUse | undefined; enderIds: readonly string[] | undefined; lane: FlightLane };
type Step =
  | { kind: "held"; held: CachedCredential }
  | { kind: "again" }
  | Extract<PermitAnswer, { kind: "wait" }>
  | Extract<PermitAnswer, { kind: "break_run" }>;

const waitLimitMs = 10_000;
/** Background work: interactive requests go first. */
const backgroundWaitLimitMs = 60_000;
const pollMs = { first: 50, most: 400 };

/**
 * Tokens and sessions of one integration in this process: from memory while valid, else from the permit ledger, else by one
 * permitted attempt shared by all callers (docs/lockout.md, rules 15 and 16).
 */
export class TokenCache {
  readonly #options: TokenCacheOptions;
  readonly #attempts: SignInAttempts;
  readonly #kept = new Map<string, CacheEntry>();
  readonly #flights = new Map<string, Flight>();
  /** One session request at a time; waiting callers of this process go next without polling, interactive ones first. */
  readonly #takeSessionTurn = createTurns();

  constructor(options: TokenCacheOptions) {
    this.#options = options;
    this.#attempts = createSignInAttempts(options);
  }

  /** Whether this cache belongs to the connection: same address and same credentials. */
  isFor({ baseUrl, clientId, clientSecret }: Pick<GatewayEnvironment, "baseUrl" | "clientId" | "clientSecret">): boolean {
    const { integrationClientId, integrationSecret } = this.#options;
    if (baseUrl !== this.#options.baseUrl || clientId !== integrationClientId) return false;
    return clientSecret.reveal() === integrationSecret.reveal();
  }

  /** Throws merchant_refused (no automatic attempts), merchant_waiting, gateway_unavailable or store_unavailable. */
  async hold(signIn: PairSignIn): Promise<CachedCredential> {
    const key = keyOf(signIn.pair);
    const cached = this.#kept.get(key);
    if (cached && this.#remainingMs(cached) > this.#marginMs(cached)) return cached.held;
    try {
      return await this.#joinFlight(key, signIn);
    } catch (thrown) {
      if (cached && this.#remainingMs(cached) > 0) return cached.held;
      throw thrown;
    }
  }

  /** The stored credential of any process while it is valid, without an attempt. */
  forget(pair: Pair): void {
    this.#kept.delete(keyOf(pair));
  }

  /** After a business 401 (docs/lockout.md, rule 14). Unless `too_soon`, the next call gets a new credential. */
  async distrust(pair: Pair, attemptId: string, options: { mayStop?: boolean } = {}): Promise<StaleOutcome> {
    const outcome = await this.#options.permits.markStale(this.#attempts.ref(pair), attemptId, options);
    if (outcome !== "too_soon") this.forget(pair);
    return outcome;
  }

  /**
   * The one manual attempt (docs/lockout.md, rules 11 and 12). It waits for its turn and throws like a read, and a proven pair
   * goes first where that ends a run of failures; outcomes of other attempts never make it the one exception, unless that was
   * requested: `release`.
   */
  async tryOnce(signIn: PairSignIn, mode: ManualMode): Promise<Outcome["kind"] | "not_permitted"> {
    const startedMs = this.#options.clock.monotonic();
    const outcome = await this.#tryAs(signIn, mode, startedMs);
    if (!outcome) return "not_permitted";
    if (!(await this.#isTriedAgain(signIn.pair, outcome))) return outcome.kind;
    // Retries under another token; if it cannot be sent, the refusal stands.
    const retried = await this.#tryAs(signIn, "manual", startedMs).catch(() => undefined);
    return retried?.kind ?? "refused";
  }

  /** Undefined when it is not permitted. */
  async #tryAs(signIn: PairSignIn, mode: ManualMode, sinceMs: number): Promise<Outcome | undefined> {
    const deadlineMs = this.#options.clock.monotonic() + waitLimitMs;
    const enderIds = await enderIdsOf(signIn);
    const pause = this.#createPause();
    for (;;) {
      const token = await this.#tokenFor(signIn, sinceMs);
      const answer = await this.#attempts.acquire(signIn.pair, { mode, enderIds, token });
      if (answer.kind === "granted") return this.#attempt(signIn, answer.attemptId, token);
      if (answer.kind === "wait" && answer.reason === "pause") throw waitingError(answer.retryAfterMs);
      const isBusy = answer.kind === "wait" && answer.reason === "integration_busy";
      if (answer.kind === "token_stale") this.#dropToken(signIn);
      else if (answer.kind === "break_run") await this.#breakRun(signIn, answer.enderClientIds ?? [], token);
      else if (!isBusy) return undefined;
      await pause(deadlineMs);
    }
  }

  /** A proven pair keeps an attempt when the refusal may be caused by the token (docs/lockout.md, rule 13). */
  async #isTriedAgain(pair: Pair, outcome: Outcome): Promise<boolean> {
    if (outcome.kind !== "refused" || outcome.doubtedToken === undefined) return false;
    return (await this.#options.permits.status(this.#attempts.ref(pair))).pair.state === "closed";
  }

  /** A user who joins a background sign-in makes it interactive. */
  #joinFlight(key: string, signIn: PairSignIn): Promise<CachedCredential> {
    const running = this.#flights.get(key);
    if (running && !signIn.pace?.isBackground) running.lane.hurry();
    if (running) return running.held;
    const { pace } = signIn;
    const lane: FlightLane = {
      isBackground: pace?.isBackground ?? false,
      deadlineMs: Number.POSITIVE_INFINITY,
      hurry: () => {
        lane.isBackground = false;
        lane.deadlineMs = Math.min(lane.deadlineMs, this.#options.clock.monotonic() + waitLimitMs);
        pace?.hurry();
      },
    };
    const held = this.#obtain(signIn, lane).finally(() => this.#flights.delete(key));
    this.#flights.set(key, { held, lane });
    return held;
  }

  async #obtain(signIn: PairSignIn, lane: FlightLane): Promise<CachedCredential> {
    await signIn.pace?.ready();
    const startedMs = this.#options.clock.monotonic();
    lane.deadlineMs = Math.min(lane.deadlineMs, startedMs + (lane.isBackground ? backgroundWaitLimitMs : waitLimitMs));
    let enderIds: readonly string[] | undefined;
    const pause = this.#createPause();
    for (;;) {
      const token = await this.#tokenFor(signIn, startedMs);
      const step = await this.#takeTurn(signIn, lane, () => this.#step(signIn, { token, enderIds, lane }));
      if (step.kind === "held") return step.held;
      if (step.kind === "again") continue;
      if (step.kind === "break_run" && !step.enderClientIds) {
        enderIds = await enderIdsOf(signIn);
        continue;
      }
      await pause(lane.deadlineMs);
    }
  }

  /** Increases the wait each time; throws when it would exceed the deadline. */
  #createPause(): (deadlineMs: number) => Promise<void> {
    let waitMs = pollMs.first;
    return async (deadlineMs) => {
      if (this.#options.clock.monotonic() + waitMs > deadlineMs) throw waitingError(2_000);
      await this.#options.sleep(waitMs * (0.5 + this.#options.random()));
      waitMs = Math.min(waitMs * 1.5, pollMs.most);
    };
  }

  #takeTurn<Result>({ pair }: PairSignIn, lane: Lane, step: () => Promise<Result>): Promise<Result> {
    return pair.kind === "session" ? this.#takeSessionTurn(lane, step) : step();
  }

  /** Requests a permit once and handles the result. `again`: retry at once with a trusted token. */
  async #step(signIn: PairSignIn, { token, enderIds, lane }: StepOptions): Promise<Step> {
    if (this.#options.clock.monotonic() > lane.deadlineMs) throw waitingError(2_000);
    const { isBackground } = lane;
    const answer = await this.#attempts.acquire(signIn.pair, { mode: "automatic", enderIds, token, isBackground });
    if (answer.kind === "fresh") return { kind: "held", held: this.#keep(signIn.pair, answer.held) };
    if (answer.kind === "stopped") throw stoppedError(answer, signIn.pair);
    if (answer.kind === "archived") throw new AppError("merchant_archived");
    if (answer.kind === "token_stale") {
      this.#dropToken(signIn);
      return { kind: "again" };
    }
    if (answer.kind === "granted") {
      const held = await this.#signIn(signIn, answer.attemptId, token);
      return held ? { kind: "held", held } : { kind: "again" };
    }
    if (answer.kind === "break_run" && answer.enderClientIds) await this.#breakRun(signIn, answer.enderClientIds, token);
    if (answer.kind === "wait" && answer.reason === "pause") throw waitingError(answer.retryAfterMs);
    return answer;
  }

  async #tokenFor({ token }: PairSignIn, sinceMs: number): Promise<TokenUse | undefined> {
    if (!token) return undefined;
    const held = await this.hold(token);
    const { fetchedAtMs } = this.#kept.get(keyOf(token.pair)) ?? {};
    return { held, isNew: fetchedAtMs !== undefined && fetchedAtMs >= sinceMs };
  }

  #dropToken({ token }: PairSignIn): void {
    if (token) this.forget(token.pair);
  }

  /** One proven merchant renews early to end the gateway's count of consecutive failures (docs/lockout.md, rule 9). */
  async #breakRun(signIn: PairSignIn, enderClientIds: readonly string[], token: TokenUse | undefined): Promise<void> {
    for (const breaker of await signIn.runEnders()) {
      if (!enderClientIds.includes(breaker.pair.clientId)) continue;
      const answer = await this.#attempts.acquire(breaker.pair, { mode: "break_run", enderIds: [], token });
      if (answer.kind === "granted") await this.#attempt(breaker, answer.attemptId, token);
      if (answer.kind === "token_stale") this.#dropToken(signIn);
      if (answer.kind !== "stopped" && answer.kind !== "fresh" && answer.kind !== "archived") return;
    }
  }

  /** Undefined when the refusal may be caused by the token: a proven pair then has one more attempt, with another token. */
  async #signIn(signIn: PairSignIn, attemptId: string, token: TokenUse | undefined): Promise<CachedCredential | undefined> {
    const outcome = await this.#attempt(signIn, attemptId, token);
    if (outcome.kind === "refused" && outcome.doubtedToken !== undefined) return undefined;
    if (outcome.kind === "refused") throw refusedPairError(signIn.pair, outcome);
    if (outcome.kind !== "ok")
      throw new AppError("gateway_unavailable", { cause: outcome.reason.message, retryAfterSeconds: 60 });
    const cached = this.#kept.get(keyOf(signIn.pair));
    if (cached) return cached.held;
    return { value: outcome.value, attemptId, remainingMs: outcome.lifeMs, lifeMs: outcome.lifeMs, scope: outcome.scope };
  }

  async #attempt(signIn: PairSignIn, attemptId: string, token: TokenUse | undefined): Promise<Outcome> {
    const startedMs = this.#options.clock.monotonic();
    const outcome = await this.#attempts.send(signIn, attemptId, token);
    if (outcome.kind === "refused" && outcome.doubtedToken !== undefined) this.#dropToken(signIn);
    if (outcome.kind === "ok") {
      const remainingMs = outcome.lifeMs - (this.#options.clock.monotonic() - startedMs);
      const held = { value: outcome.value, attemptId, remainingMs, lifeMs: outcome.lifeMs, scope: outcome.scope };
      this.#keep(signIn.pair, held, this.#options.clock.monotonic());
    }
    return outcome;
  }

  #keep(pair: Pair, held: CachedCredential, fetchedAtMs?: number): CachedCredential {
    this.#kept.set(keyOf(pair), { held, untilMs: this.#options.clock.monotonic() + held.remainingMs, fetchedAtMs });
    return held;
  }

  #remainingMs({ untilMs }: CacheEntry): number {
    return untilMs - this.#options.clock.monotonic();
  }

  /** Adds a little jitter to the shared margin, so that processes do not all renew at the same moment. */
  #marginMs({ held }: CacheEntry): number {
    return renewalMarginMs(held.lifeMs) * (1 + this.#options.random() * 0.1);
  }
}
