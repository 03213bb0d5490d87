import type { Clock } from "#lib/core/clock.ts";
import type { GuardActionResult, IdentityStatus, ManualMode, Outcome, PairKind, PermitLedger } from "./permit.ts";
import type { TokenCache } from "./token-cache.ts";
import type {
  CallPace,
  CallSubject,
  GatewayCall,
  GatewayEnvironment,
  GatewayFact,
  GatewayOptions,
  MerchantGateway,
  MerchantIdentity,
} from "./types.ts";

export type GatewaySettings = {
  environment: GatewayEnvironment;
  /** Options of a merchant that differ from the environment's. */
  merchantOptions?: (merchantId: string) => Partial<GatewayOptions> | undefined;
  /** Called when a response contradicts the options. */
  onFact?: (fact: GatewayFact) => void;
  permits: PermitLedger;
  /** The client that this one replaces: its credentials are reused while address and credentials are the same. */
  signIns?: TokenCache | undefined;
  /** `host` (https, default port) or `host:port`. */
  allowedHosts: readonly string[];
  fetch?: typeof fetch;
  clock?: Clock;
  sleep?: (ms: number, signal?: AbortSignal) => Promise<void>;
  random?: () => number;
  onCall?: (call: GatewayCall) => void;
  /** Each sign-in that was sent, with its outcome; for counting. */
  onAttempt?: (attempt: { kind: PairKind; outcome: Outcome["kind"] }) => void;
  /**
   * A few merchants of the environment with a recent successful sign-in. After a refusal, a proven merchant signs in next,
   * early if necessary (docs/lockout.md, rule 9); without this only merchants seen by `forMerchant` can.
   */
  listRunEnders?: () => Promise<readonly MerchantIdentity[]>;
};

export type Gateway = {
  readonly signIns: TokenCache;
  readonly environment: { id: GatewayEnvironment["id"]; zone: string; paymentZone: string | undefined };
  /** With a pace, for background calls; with a subject, for calls about one record. */
  forMerchant(merchant: MerchantIdentity, pace?: CallPace, subject?: CallSubject): MerchantGateway;
  /** The integration's own pair: the token. */
  identityStatus(): Promise<IdentityStatus>;
  /** Fetches a token if needed, through the permit like any call. */
  signIn(): Promise<void>;
  tryOnceMore(mode: ManualMode): Promise<GuardActionResult>;
  /** Clears the failed attempts of the integration and of the token pair. */
  counterWasReset(): Promise<void>;
};
