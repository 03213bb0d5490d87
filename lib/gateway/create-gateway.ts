import { systemClock } from "#lib/core/clock.ts";
import { AppError } from "#lib/core/errors.ts";
import { recorded } from "./call-record.ts";
import { isAllowedHost } from "./check-base-url.ts";
import type { Gateway, GatewaySettings } from "./gateway.ts";
import { createParts, toGuardActionResult } from "./gateway-parts.ts";
import { createMerchantGateway } from "./merchant-gateway.ts";
import { paced, reportingResponses } from "./paced-send.ts";
import type { PairSignIn } from "./pair-sign-in.ts";
import type { GuardActionResult, Pair } from "./permit.ts";
import { requestSession, requestToken } from "./sign-in-call.ts";
import { gatewayText } from "./texts.ts";
import type { CallPace, GatewayOptions, MerchantIdentity } from "./types.ts";

/**
 * The only entry point to a gateway (docs/gateway.md). All merchants opened from it share the integration's token; every
 * sign-in is recorded in `permits` before a byte is sent. Throws when the base address is not allowed.
 */
export function createGateway(settings: GatewaySettings): Gateway {
  const { environment, permits } = settings;
  if (!isAllowedHost(environment.baseUrl, settings.allowedHosts)) {
    throw new AppError("not_connected", {
      message: gatewayText("gateway_host_not_allowed"),
    });
  }
  const parts = createParts(settings);
  const signInSend = (merchantId: string | null, pace: CallPace | undefined) => {
    const origin = { environment, merchantId, pace, clock: settings.clock ?? systemClock };
    return recorded(reportingResponses(parts.send, pace), { ...origin, onCall: settings.onCall });
  };
  const tokenPair: Pair = {
    environment: environment.id,
    kind: "token",
    clientId: environment.clientId,
    clientSecret: environment.clientSecret,
  };
  const tokenSignInAt = (pace?: CallPace): PairSignIn => ({
    pair: tokenPair,
    fetchNew: () => requestToken(signInSend(null, pace), environment, tokenPair),
    runEnders: async () => [],
    pace,
  });
  const tokenSignIn = tokenSignInAt();
  const seen = new Map<string, MerchantIdentity>();
  const optionsOf = openOptions(settings);
  const sessionSignIn = (merchant: MerchantIdentity, pace?: CallPace): PairSignIn => {
    const pair: Pair = {
      environment: environment.id,
      kind: "session",
      clientId: merchant.clientId,
      clientSecret: merchant.clientSecret,
    };
    return {
      pair,
      token: pace ? tokenSignInAt(pace) : tokenSignIn,
      fetchNew: (token) => requestSession(signInSend(merchant.id, pace), environment, pair, token),
      runEnders: async () => {
        const merchants = settings.listRunEnders ? await settings.listRunEnders() : [...seen.values()];
        const others = merchants.filter(({ clientId }) => clientId !== merchant.clientId);
        return others.map((other) => sessionSignIn(other, pace));
      },
      pace,
    };
  };
  const ref = { integrationClientId: environment.clientId, pair: tokenPair, baseUrl: environment.baseUrl };

  return {
    signIns: parts.holder,
    environment: { id: environment.id, zone: environment.options.zone, paymentZone: environment.options.paymentZone },
    forMerchant(merchant, pace, subject) {
      if (!settings.listRunEnders) seen.set(merchant.clientId, merchant);
      const gatewayOptions = optionsOf(merchant.id);
      return createMerchantGateway({
        ...parts,
        ...(pace ? { send: paced(parts.send, pace) } : {}),
        ...{ settings, merchant, gatewayOptions, pace, subject },
        tokenSignIn: pace ? tokenSignInAt(pace) : tokenSignIn,
        sessionSignIn: sessionSignIn(merchant, pace),
      });
    },
    identityStatus: () => permits.status(ref),
    signIn: async () => {
      await parts.holder.hold(tokenSignIn);
    },
    tryOnceMore: async (mode): Promise<GuardActionResult> =>
      toGuardActionResult(await parts.holder.tryOnce(tokenSignIn, mode), await permits.status(ref)),
    counterWasReset: () => permits.counterWasReset(ref),
  };
}

/** Returns the same object for the same merchant, because it remembers what the gateway's responses have shown. */
function openOptions({ environment, merchantOptions }: GatewaySettings): (merchantId: string) => GatewayOptions {
  const own = new Map<string, GatewayOptions>();
  return (merchantId) => {
    const known = own.get(merchantId);
    if (known) return known;
    const differing = merchantOptions?.(merchantId);
    if (!differing) return environment.options;
    const options = { ...environment.options, ...differing };
    own.set(merchantId, options);
    return options;
  };
}
