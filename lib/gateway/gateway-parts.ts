import { setTimeout as delay } from "node:timers/promises";
import { systemClock } from "#lib/core/clock.ts";
import type { GatewaySettings } from "./gateway.ts";
import { createSend, type Send } from "./http-request.ts";
import type { GuardActionResult } from "./permit.ts";
import { createLookupMemory, type LookupMemory } from "./resources/lookup-chunks.ts";
import type { DateMemory } from "./resources/transaction-dates.ts";
import { TokenCache } from "./token-cache.ts";
import type { GatewayOptions } from "./types.ts";

export type GatewayMemory = { lookups: LookupMemory; dates: DateMemory };

/** Shared by all merchants of one gateway. */
export type GatewayParts = {
  send: Send;
  holder: TokenCache;
  sleep: NonNullable<GatewaySettings["sleep"]>;
  random: () => number;
  /** What the gateway's responses have shown since it was opened, for each set of options. */
  memoryOf: (options: GatewayOptions) => GatewayMemory;
};

export function createParts(settings: GatewaySettings): GatewayParts {
  const clock = settings.clock ?? systemClock;
  const sleep = settings.sleep ?? ((ms: number, signal?: AbortSignal) => delay(ms, undefined, signal ? { signal } : {}));
  const random = settings.random ?? Math.random;
  const { environment, permits, onAttempt, signIns } = settings;
  const { baseUrl, clientId, clientSecret } = environment;
  const holder = signIns?.isFor(environment)
    ? signIns
    : new TokenCache({
        ...{ permits, onAttempt, clock, sleep, random, baseUrl },
        ...{ integrationClientId: clientId, integrationSecret: clientSecret },
      });
  return {
    send: createSend(settings.fetch ?? fetch),
    holder,
    sleep,
    random,
    memoryOf: rememberByOptions(),
  };
}

function rememberByOptions(): GatewayParts["memoryOf"] {
  const memories = new WeakMap<GatewayOptions, GatewayMemory>();
  return (options) => {
    const known = memories.get(options) ?? { lookups: createLookupMemory(options), dates: { form: options.dateForm } };
    memories.set(options, known);
    return known;
  };
}

export function toGuardActionResult(
  outcome: Awaited<ReturnType<TokenCache["tryOnce"]>>,
  status: GuardActionResult["status"],
): GuardActionResult {
  return { outcome: outcome === "ok" ? "signed_in" : outcome, status };
}
