/**
 * The rules that keep a third failed sign-in in a row from ever being sent (docs/lockout.md), as pure
 * functions over what the database holds. Times are ms of the database's clock; `seq` orders events of one
 * integration and is taken under its row's lock, so it does not depend on a clock.
 */
export const guardTimes = { leaseMs: 20_000, pauseMs: 60_000 } as const;
export const chargeLimit = 2;

export type PairKind = "token" | "session";

/** One attempt that may have failed at the gateway and is not yet known to lie before a success. */
export type Charge = {
  attempt: string;
  pair: string;
  kind: PairKind;
  sentSeq: number;
  sentAtMs: number;
  leaseUntilMs: number;
  outcome: "in_flight" | "refused" | "unknown";
  /** A 401 under an older token, which the gateway may have forgotten: perhaps not these credentials' fault. */
  isTokenDoubted?: boolean;
  heardSeq: number | null;
  /** From here on the gateway has surely dealt with an attempt whose answer was never heard. */
  settlesAtMs: number;
};

export type GuardIntegration = { seq: number; charges: readonly Charge[] };

export type GuardPair = {
  id: string;
  kind: PairKind;
  charges: readonly Charge[];
  /** open: nothing automatic. */
  state: "closed" | "open";
  /** Mark of the secret that last worked. */
  provenMark: string | null;
  inflightUntilMs: number | null;
  attempt: string | null;
  heldSeq: number | null;
  heldUntilMs: number | null;
  heldLifeMs: number | null;
  /** The gateway and integration the stored token belongs to. */
  heldBound: string | null;
};

export type PermitMode = "automatic" | "manual" | "release" | "break_run";

export type PermitAsk = {
  mode: PermitMode;
  /** Mark of the secret that would be sent. */
  mark: string;
  bound: string;
  /**
   * Whether this process could sign in with a proven, untroubled pair of the integration other than this one; undefined
   * while it has not looked.
   */
  breakerReady: boolean | undefined;
  nowMs: number;
};

export type PermitVerdict =
  | { kind: "granted" }
  | { kind: "fresh" }
  | { kind: "wait"; reason: "in_flight" | "integration_busy" | "pause"; retryAfterMs: number }
  | { kind: "break_run" }
  /** `calls`: two business calls in a row were answered 401, the second with a session just issued. */
  | { kind: "stopped"; scope: "pair" | "integration"; used: number; reason: "refused" | "unknown" | "calls" };

export const emptyPair = (id: string, kind: PairKind): GuardPair => ({
  id,
  kind,
  charges: [],
  state: "closed",
  provenMark: null,
  inflightUntilMs: null,
  attempt: null,
  heldSeq: null,
  heldUntilMs: null,
  heldLifeMs: null,
  heldBound: null,
});

/** Renewal begins when less than this remains (docs/lockout.md, rule 15). */
export function renewalMarginMs(lifeMs: number): number {
  return Math.min(60_000, Math.floor(lifeMs / 5));
}

/** A life as promised by `expires_in` in seconds: 30 s to 24 h; anything else means 30 s (docs/lockout.md, rule 15). */
export function lifeMsOf(expiresIn: unknown): number {
  const sane =
    typeof expiresIn === "number" && Number.isFinite(expiresIn) && expiresIn > 0 && expiresIn <= Number.MAX_SAFE_INTEGER;
  const seconds = sane ? Math.min(Math.max(Math.floor(expiresIn), 30), 86_400) : 30;
  return seconds * 1000;
}

export function isFresh(pair: GuardPair, ask: Pick<PermitAsk, "bound" | "nowMs">): boolean {
  if (pair.heldUntilMs === null || pair.heldBound !== ask.bound) return false;
  return pair.heldUntilMs >= ask.nowMs + renewalMarginMs(pair.heldLifeMs ?? 0);
}

function isInFlight(charge: Charge, nowMs: number): boolean {
  return charge.outcome === "in_flight" && charge.leaseUntilMs > nowMs;
}

/** Whether a success sent now would take this charge off. */
function isRemovable(charge: Charge, kind: PairKind, nowMs: number): boolean {
  return charge.kind === kind && (charge.outcome === "refused" || charge.settlesAtMs <= nowMs);
}

/**
 * Whether an attempt may be sent. lib/store/permits.ts asks this on locked rows; there is no second copy of the rules in SQL.
 */
export function judgePermit(integration: GuardIntegration, pair: GuardPair, ask: PermitAsk): PermitVerdict {
  if (ask.mode === "automatic" && isFresh(pair, ask)) return { kind: "fresh" };
  if (pair.inflightUntilMs !== null && pair.inflightUntilMs > ask.nowMs) {
    return { kind: "wait", reason: "in_flight", retryAfterMs: pair.inflightUntilMs - ask.nowMs };
  }
  return judgePair(pair, ask) ?? judgeIntegration(integration, pair, ask);
}

function judgePair(pair: GuardPair, ask: PermitAsk): PermitVerdict | undefined {
  const used = pair.charges.length;
  const [charge] = pair.charges;
  const stopped: PermitVerdict = { kind: "stopped", scope: "pair", used, reason: reasonOf(pair) };
  if (used >= chargeLimit) return stopped;
  if (ask.mode === "manual" || ask.mode === "release") return undefined;
  if (pair.state === "open") return stopped;
  if (charge === undefined) return undefined;
  if (ask.mode === "break_run" || pair.provenMark !== ask.mark) return stopped;
  if (charge.settlesAtMs > ask.nowMs) return { kind: "wait", reason: "pause", retryAfterMs: charge.settlesAtMs - ask.nowMs };
  return undefined;
}

function reasonOf({ charges }: GuardPair): "refused" | "unknown" | "calls" {
  if (charges.length === 0) return "calls";
  return charges.some(({ outcome }) => outcome === "refused") ? "refused" : "unknown";
}

function judgeIntegration(integration: GuardIntegration, pair: GuardPair, ask: PermitAsk): PermitVerdict {
  const { charges } = integration;
  const isProven = pair.provenMark === ask.mark;
  const flying = charges.find((charge) => isInFlight(charge, ask.nowMs));
  const busy: PermitVerdict = {
    kind: "wait",
    reason: "integration_busy",
    retryAfterMs: (flying?.leaseUntilMs ?? ask.nowMs) - ask.nowMs,
  };
  if (charges.length >= chargeLimit) {
    if (flying) return busy;
    const isRelease = ask.mode === "release" && isProven && pair.charges.length === 0 && charges.length === chargeLimit;
    if (isRelease) return { kind: "granted" };
    const reason = charges.some((charge) => charge.outcome === "refused") ? "refused" : "unknown";
    return { kind: "stopped", scope: "integration", used: charges.length, reason };
  }
  // One at a time: a token that the gateway forgot would have all that are in flight refused (docs/lockout.md, rule 13).
  if (pair.kind === "session" && flying?.kind === "session") return busy;
  if (ask.mode === "break_run") {
    const canBreak = isProven && charges.some((charge) => isRemovable(charge, pair.kind, ask.nowMs));
    return canBreak ? { kind: "granted" } : { kind: "fresh" };
  }
  const [charge] = charges;
  const isRefused = pair.charges.some(({ outcome }) => outcome === "refused");
  const isUntroubled = isProven && pair.state === "closed" && !isRefused;
  if (charge === undefined || pair.kind === "token" || isUntroubled) return { kind: "granted" };
  if (flying) return busy;
  if (charge.kind !== pair.kind || ask.breakerReady === false) return { kind: "granted" };
  if (isRemovable(charge, pair.kind, ask.nowMs)) return { kind: "break_run" };
  return { kind: "wait", reason: "pause", retryAfterMs: charge.settlesAtMs - ask.nowMs };
}

/** Whether this pair could end a run: its secret has worked and nothing is charged to it. */
export function isBreaker(pair: GuardPair, mark: string): boolean {
  return pair.kind === "session" && pair.state === "closed" && pair.charges.length === 0 && pair.provenMark === mark;
}

export function nextSeq(integration: GuardIntegration, nowMs: number): number {
  return Math.max(integration.seq + 1, nowMs);
}

type Guarded = { integration: GuardIntegration; pair: GuardPair };

/** The write-ahead charge; only after judgePermit said granted on the same state. */
export function chargeAttempt({ integration, pair }: Guarded, attempt: string, nowMs: number): Guarded {
  const seq = nextSeq(integration, nowMs);
  const leaseUntilMs = nowMs + guardTimes.leaseMs;
  const charge: Charge = {
    attempt,
    pair: pair.id,
    kind: pair.kind,
    sentSeq: seq,
    sentAtMs: nowMs,
    leaseUntilMs,
    outcome: "in_flight",
    heardSeq: null,
    settlesAtMs: leaseUntilMs + guardTimes.pauseMs,
  };
  return {
    integration: { seq, charges: [...integration.charges, charge] },
    pair: { ...pair, charges: [...pair.charges, charge], inflightUntilMs: leaseUntilMs, attempt },
  };
}

export type Heard =
  | { kind: "ok"; lifeMs: number; mark: string; bound: string }
  | { kind: "refused"; isTokenDoubted?: boolean }
  | { kind: "unknown" | "not_sent" };

/**
 * What was heard of an attempt. Repeating it changes nothing. `stored`: the token belongs in the pair's row
 * (it is not older than the one there).
 */
export function hearAttempt(
  { integration, pair }: Guarded,
  attempt: string,
  heard: Heard,
  nowMs: number,
): Guarded & { known: boolean; stored: boolean } {
  const own = [...pair.charges, ...integration.charges].find((charge) => charge.attempt === attempt);
  if (!own) return { integration, pair, known: false, stored: false };
  const seq = nextSeq(integration, nowMs);
  const change = (charges: readonly Charge[]) => changeCharges(charges, own, heard, { seq, nowMs });
  const stored = heard.kind === "ok" && (pair.heldBound !== heard.bound || pair.heldSeq === null || pair.heldSeq < own.sentSeq);
  const flightEnded = pair.attempt === attempt;
  const next: GuardPair = {
    ...pair,
    charges: change(pair.charges),
    provenMark: heard.kind === "ok" ? heard.mark : pair.provenMark,
    inflightUntilMs: flightEnded ? null : pair.inflightUntilMs,
    attempt: flightEnded ? null : pair.attempt,
    ...(stored && heard.kind === "ok"
      ? { heldSeq: own.sentSeq, heldUntilMs: own.sentAtMs + heard.lifeMs, heldLifeMs: heard.lifeMs, heldBound: heard.bound }
      : {}),
  };
  return {
    integration: { seq, charges: change(integration.charges) },
    pair: { ...next, state: stateOf(next) },
    known: true,
    stored,
  };
}

function changeCharges(
  charges: readonly Charge[],
  own: Charge,
  heard: Heard,
  { seq, nowMs }: { seq: number; nowMs: number },
): readonly Charge[] {
  if (heard.kind === "not_sent") return charges.filter((charge) => charge.attempt !== own.attempt);
  if (heard.kind === "ok") return charges.filter((charge) => charge.attempt !== own.attempt && !isBefore(charge, own));
  if (own.outcome !== "in_flight") return charges;
  const isTokenDoubted = heard.kind === "refused" && heard.isTokenDoubted ? { isTokenDoubted: true } : {};
  const settlesAtMs = heard.kind === "unknown" ? nowMs + guardTimes.pauseMs : nowMs;
  const next: Charge = { ...own, outcome: heard.kind, ...isTokenDoubted, heardSeq: seq, settlesAtMs };
  if (charges.some(({ attempt }) => attempt === own.attempt)) {
    return charges.map((charge) => (charge.attempt === own.attempt ? next : charge));
  }
  // A success took it off as long settled, which a clock that was set forward makes of one just sent: it counts after all.
  return heard.kind === "refused" ? [...charges, next] : charges;
}

/** A success proves only what had surely ended at the gateway before it was sent, and only for its own kind. */
function isBefore(charge: Charge, success: Charge): boolean {
  if (charge.kind !== success.kind) return false;
  if (charge.outcome === "refused") return charge.heardSeq !== null && charge.heardSeq < success.sentSeq;
  return charge.settlesAtMs <= success.sentAtMs;
}

/**
 * open after a refusal, after an unknown of a pair never proven, and at the limit. A refusal under a token that may have
 * been forgotten leaves a proven pair one more try, under a new token (docs/lockout.md, rule 13).
 */
function stateOf(pair: GuardPair): GuardPair["state"] {
  const isProven = pair.provenMark !== null;
  const isStopped = pair.charges.some(({ outcome, isTokenDoubted = false }) =>
    outcome === "refused" ? !(isProven && isTokenDoubted) : outcome === "unknown" && !isProven,
  );
  const heardCount = pair.charges.filter((charge) => charge.outcome !== "in_flight").length;
  return isStopped || heardCount >= chargeLimit ? "open" : "closed";
}

/** A person says that the gateway's counter was reset: what was heard or has run out is forgotten, what is in flight stays. */
export function resetCounter({ integration, pair }: Guarded, nowMs: number): Guarded {
  const rest = pair.charges.filter((charge) => isInFlight(charge, nowMs));
  const isMine = (charge: Charge) => pair.kind === "token" || charge.pair === pair.id;
  return {
    integration: {
      seq: nextSeq(integration, nowMs),
      charges: integration.charges.filter((charge) => isInFlight(charge, nowMs) || !isMine(charge)),
    },
    pair: { ...pair, charges: rest, state: stateOf({ ...pair, charges: rest }) },
  };
}
