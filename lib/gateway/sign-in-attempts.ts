import { performance } from "node:perf_hooks";
import type { Clock } from "#lib/core/clock.ts";
import { AppError, isAppError } from "#lib/core/errors.ts";
import { type PairSignIn, type TokenUse, withDoubt } from "./pair-sign-in.ts";
import type { Outcome, Pair, PairRef, PermitAnswer, PermitLedger, PermitRequest } from "./permit.ts";
import { permitUseMs } from "./sign-in-call.ts";
import { waitingError } from "./sign-in-errors.ts";
import { gatewayText } from "./texts.ts";

export type AttemptOptions = {
  permits: PermitLedger;
  clock: Clock;
  baseUrl: string;
  integrationClientId: string;
  onAttempt?: ((attempt: { kind: Pair["kind"]; outcome: Outcome["kind"] }) => void) | undefined;
  /** The delay of this process's event loop, in ms. */
  loopDelay?: (() => Promise<number>) | undefined;
};

type AttemptRequest = Pick<PermitRequest, "mode" | "isBackground"> & {
  enderIds: PermitRequest["enderClientIds"];
  token: TokenUse | undefined;
};

export type SignInAttempts = {
  ref(pair: Pair): PairRef;
  /** A granted permit can be used at once. Throws merchant_waiting when this process is delayed, or store_unavailable. */
  acquire(pair: Pair, ask: AttemptRequest): Promise<PermitAnswer>;
  /** Sends the permitted attempt once and records its outcome. */
  send(signIn: PairSignIn, attemptId: string, token: TokenUse | undefined): Promise<Outcome>;
};

/** A process with a longer delay starts no sign-in: it might not receive the response in time. */
const loopDelayMaxMs = 1_000;

/** The only way to sign in: no attempt is sent without a valid permit (docs/lockout.md, rule 6). */
export function createSignInAttempts(options: AttemptOptions): SignInAttempts {
  const { permits, clock, integrationClientId, baseUrl, loopDelay = measureLoopDelay } = options;
  const ref = (pair: Pair) => ({ integrationClientId, pair, baseUrl });

  async function ask(pair: Pair, { enderIds, token, ...rest }: AttemptRequest): Promise<PermitAnswer> {
    const request = { ...ref(pair), ...rest, enderClientIds: enderIds };
    try {
      return await permits.acquire(token ? { ...request, tokenAttemptId: token.held.attemptId } : request);
    } catch (cause) {
      throw isAppError(cause) ? cause : new AppError("store_unavailable", { cause });
    }
  }
  return {
    ref,
    async acquire(pair, asked) {
      if ((await loopDelay()) > loopDelayMaxMs) throw waitingError(2_000);
      const elapsed = startWatch(clock);
      const answer = await ask(pair, asked);
      if (answer.kind !== "granted" || elapsed() <= permitUseMs) return answer;
      // The attempt would outlive its lease.
      await permits.report(ref(pair), answer.attemptId, { kind: "not_sent", reason: gatewayText("permit_late") });
      throw waitingError(2_000);
    },
    async send(signIn, attemptId, token) {
      const outcome = withDoubt(await signIn.fetchNew(token?.held.value).catch(toUnknown), token);
      await permits.report(ref(signIn.pair), attemptId, outcome);
      options.onAttempt?.({ kind: signIn.pair.kind, outcome: outcome.kind });
      return outcome;
    },
  };
}

/** Checks both clocks: the monotonic one stops while the machine sleeps, the wall clock may be set back. */
function startWatch(clock: Clock): () => number {
  const [monotonicMs, wallMs] = [clock.monotonic(), clock.now()];
  return () => Math.max(clock.monotonic() - monotonicMs, clock.now() - wallMs);
}

/** Does not prove that nothing was sent: our side may have failed after the gateway had responded. */
function toUnknown(): Outcome {
  return { kind: "unknown", reason: gatewayText("sign_in_failed_here") };
}

/** Current delay of the event loop in ms: the duration of one turn. */
async function measureLoopDelay(): Promise<number> {
  const startedMs = performance.now();
  await new Promise((resolve) => setTimeout(resolve, 0));
  return performance.now() - startedMs;
}
