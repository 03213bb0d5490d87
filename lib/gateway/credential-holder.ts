import type { Clock } from "#lib/core/clock.ts";
import { AppError, isAppError } from "#lib/core/errors.ts";
import { renewalMarginMs } from "#lib/core/lock-guard.ts";
import { measureLoopDelay } from "./loop-delay.ts";
import { type PairSignIn, type TokenUse, withDoubt } from "./pair-sign-in.ts";
import type { Distrust, Held, Outcome, Pair, PermitAnswer, PermitLedger, PermitRequest } from "./permit.ts";
import { permitUseMs } from "./sign-in-call.ts";
import { refusedPairError, stoppedError, waitingError } from "./sign-in-errors.ts";
import { createTurns, type Lane } from "./turns.ts";

type Sleep = (ms: number, signal?: AbortSignal) => Promise<void>;

export type HolderOptions = {
  permits: PermitLedger;
  clock: Clock;
  sleep: Sleep;
  random: () => number;
  baseUrl: string;
  integrationClientId: string;
  onAttempt?: (attempt: { kind: Pair["kind"]; outcome: Outcome["kind"] }) => void;
  /** How far this process is behind, in ms. */
  loopDelay?: () => Promise<number>;
};

/** `fetchedAtMs`: when this process had it from the gateway. */
type Kept = { held: Held; untilMs: number; fetchedAtMs?: number | undefined };

type Flight = { held: Promise<Held>; lane: Lane };
type StepOptions = { token: TokenUse | undefined; breakerIds: readonly string[] | undefined; deadlineMs: number; lane: Lane };
type Step =
  | { kind: "held"; held: Held }
  | { kind: "again" }
  | Extract<PermitAnswer, { kind: "wait" }>
  | Extract<PermitAnswer, { kind: "break_run" }>;

const waitLimitMs = 10_000;
/** Nobody waits for it, and people go first. */
const backgroundWaitLimitMs = 60_000;
/** A process that is further behind begins no sign-in: it might not hear the answer in time. */
const loopDelayMaxMs = 1_000;
const pollMs = { first: 50, most: 400 };

/**
 * Tokens and sessions of one integration in this process: in memory while fresh, else from the permit ledger, else by
 * one permitted attempt, for however many callers (docs/lockout.md, rules 15 and 16).
 */
export class CredentialHolder {
  readonly #options: HolderOptions;
  readonly #kept = new Map<string, Kept>();
  readonly #flights = new Map<string, Flight>();
  /** One session is asked for at a time; whoever waits in this process has the next turn without polling, people first. */
  readonly #takeSessionTurn = createTurns();

  constructor(options: HolderOptions) {
    this.#options = options;
  }

  /** Throws merchant_refused (nothing more by itself), merchant_waiting, gateway_unavailable or store_unavailable. */
  async hold(signIn: PairSignIn): Promise<Held> {
    const key = keyOf(signIn.pair);
    const kept = this.#kept.get(key);
    if (kept && this.#remainingMs(kept) > this.#marginMs(kept)) return kept.held;
    try {
      return await this.#joinFlight(key, signIn);
    } catch (thrown) {
      if (kept && this.#remainingMs(kept) > 0) return kept.held;
      throw thrown;
    }
  }

  /** What another process stored while it lives, without any attempt. */
  forget(pair: Pair): void {
    this.#kept.delete(keyOf(pair));
  }

  /** After a business 401 (docs/lockout.md, rule 14). Unless `too_soon` the next call takes another. */
  async distrust(pair: Pair, attemptId: string, options: { mayStop?: boolean } = {}): Promise<Distrust> {
    const outcome = await this.#options.permits.markStale(this.#ref(pair), attemptId, options);
    if (outcome !== "too_soon") this.forget(pair);
    return outcome;
  }

  /**
   * A person's one try (docs/lockout.md, rules 11 and 12). It never waits: what other merchants hear meanwhile could make it
   * a third failure in a row without the confirmation that such a try needs.
   */
  async tryOnce(signIn: PairSignIn): Promise<Outcome["kind"] | "not_permitted"> {
    const startedMs = this.#options.clock.monotonic();
    await this.#requireRoom();
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

  /** A pair that has worked before keeps a try when the token may be what was refused (docs/lockout.md, rule 13). */
  async #isTriedAgain(pair: Pair, outcome: Outcome): Promise<boolean> {
    if (outcome.kind !== "refused" || outcome.doubtedToken === undefined) return false;
    return (await this.#options.permits.status(this.#ref(pair))).pair.state === "closed";
  }

  /** A person who joins what the background began makes it a person's. */
  #joinFlight(key: string, signIn: PairSignIn): Promise<Held> {
    const running = this.#flights.get(key);
    if (running && !signIn.pace?.isBackground) running.lane.hurry();
    if (running) return running.held;
    const { pace } = signIn;
    const lane: Lane = {
      isBackground: pace?.isBackground ?? false,
      hurry: () => {
        lane.isBackground = false;
        pace?.hurry();
      },
    };
    const held = this.#obtain(signIn, lane).finally(() => this.#flights.delete(key));
    this.#flights.set(key, { held, lane });
    return held;
  }

  async #obtain(signIn: PairSignIn, lane: Lane): Promise<Held> {
    await signIn.pace?.ready();
    const startedMs = this.#options.clock.monotonic();
    const deadlineMs = startedMs + (lane.isBackground ? backgroundWaitLimitMs : waitLimitMs);
    let breakerIds: readonly string[] | undefined;
    let waitMs = pollMs.first;
    for (;;) {
      const token = await this.#tokenFor(signIn, startedMs);
      const step = await this.#takeTurn(signIn, lane, () => this.#step(signIn, { token, breakerIds, deadlineMs, lane }));
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

  #takeTurn<Result>({ pair }: PairSignIn, lane: Lane, step: () => Promise<Result>): Promise<Result> {
    return pair.kind === "session" ? this.#takeSessionTurn(lane, step) : step();
  }

  /** Asks for a permit once and does what the answer says. `again`: at once, with a token that is trusted. */
  async #step(signIn: PairSignIn, { token, breakerIds, deadlineMs, lane }: StepOptions): Promise<Step> {
    if (this.#options.clock.monotonic() > deadlineMs) throw waitingError(2_000);
    await this.#requireRoom();
    const askedMs = this.#options.clock.monotonic();
    const request = this.#request(signIn.pair, "automatic", { breakerIds, token });
    const answer = await this.#acquire({ ...request, isBackground: lane.isBackground });
    if (answer.kind === "fresh") return { kind: "held", held: this.#keep(signIn.pair, answer.held) };
    if (answer.kind === "stopped") throw stoppedError(answer, signIn.pair);
    if (answer.kind === "token_stale") {
      this.#forgetToken(signIn);
      return { kind: "again" };
    }
    if (answer.kind === "granted") {
      await this.#requireUnused(signIn.pair, answer.attemptId, askedMs);
      const held = await this.#signIn(signIn, answer.attemptId, token);
      return held ? { kind: "held", held } : { kind: "again" };
    }
    if (answer.kind === "break_run" && answer.breakerClientIds) await this.#breakRun(signIn, answer.breakerClientIds, token);
    if (answer.kind === "wait" && answer.reason === "pause") throw waitingError(answer.retryAfterMs);
    return answer;
  }

  /** Nothing is begun that this process may be too busy to finish. */
  async #requireRoom(): Promise<void> {
    const delayMs = await (this.#options.loopDelay ?? measureLoopDelay)();
    if (delayMs > loopDelayMaxMs) throw waitingError(2_000);
  }

  /** A permit that came late is given back: the attempt would outlive it. */
  async #requireUnused(pair: Pair, attemptId: string, askedMs: number): Promise<void> {
    if (this.#options.clock.monotonic() - askedMs <= permitUseMs) return;
    await this.#options.permits.report(this.#ref(pair), attemptId, { kind: "not_sent", reason: "The permit came too late." });
    throw waitingError(2_000);
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

  /** One proven merchant renews early, so that the gateway's count of failures in a row ends (docs/lockout.md, rule 9). */
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
      throw isAppError(cause) ? cause : new AppError("store_unavailable", { cause });
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

/** The secret is part of it: a new one under the same client id never answers with the old one's session. */
function keyOf({ kind, clientId, clientSecret }: Pair): string {
  return `${kind}\n${clientId}\n${clientSecret.reveal()}`;
}
