import { AppError } from "#lib/core/errors.ts";
import { isAllowedHost } from "./check-base-url.ts";
import type { PairSignIn } from "./credential-holder.ts";
import { createParts, toGuardAct } from "./gateway-parts.ts";
import { createMerchantGateway } from "./merchant-gateway.ts";
import type { GuardAct, Pair } from "./permit.ts";
import { requestSession, requestToken } from "./sign-in-call.ts";
import type { Gateway, GatewayOptions, GatewaySettings, MerchantIdentity } from "./types.ts";

/**
 * The one door to a gateway (gateway-spec.md). All merchants opened from it share the integration's token; every
 * sign-in is charged in `permits` before a byte is sent. Throws when the base address is not allowed.
 */
export function createGateway(settings: GatewaySettings): Gateway {
  const { environment, permits } = settings;
  if (!isAllowedHost(environment.baseUrl, settings.allowedHosts)) {
    throw new AppError("not_connected", {
      message: "The gateway's address is not on the list of allowed hosts (GATEWAY_HOSTS).",
    });
  }
  const parts = createParts(settings);
  const tokenPair: Pair = {
    environment: environment.id,
    kind: "token",
    clientId: environment.clientId,
    clientSecret: environment.clientSecret,
  };
  const tokenSignIn: PairSignIn = {
    pair: tokenPair,
    fetchNew: () => requestToken(parts.send, environment, tokenPair),
    breakers: async () => [],
  };
  const seen = new Map<string, MerchantIdentity>();
  const optionsOf = openOptions(settings);
  const sessionSignIn = (merchant: MerchantIdentity): PairSignIn => {
    const pair: Pair = {
      environment: environment.id,
      kind: "session",
      clientId: merchant.clientId,
      clientSecret: merchant.clientSecret,
    };
    return {
      pair,
      token: tokenSignIn,
      fetchNew: (token) => requestSession(parts.send, environment, pair, token),
      breakers: async () => {
        const merchants = settings.listMerchants ? await settings.listMerchants() : [...seen.values()];
        return merchants.filter(({ clientId }) => clientId !== merchant.clientId).map(sessionSignIn);
      },
    };
  };
  const ref = { integrationClientId: environment.clientId, pair: tokenPair, baseUrl: environment.baseUrl };

  return {
    environment: { id: environment.id, zone: environment.options.zone, paymentZone: environment.options.paymentZone },
    forMerchant(merchant) {
      seen.set(merchant.clientId, merchant);
      const gatewayOptions = optionsOf(merchant.id);
      return createMerchantGateway({
        ...parts,
        settings,
        merchant,
        gatewayOptions,
        tokenSignIn,
        sessionSignIn: sessionSignIn(merchant),
      });
    },
    identityStatus: () => permits.status(ref),
    signIn: async () => {
      await parts.holder.hold(tokenSignIn);
    },
    tryOnceMore: async (): Promise<GuardAct> => toGuardAct(await parts.holder.tryOnce(tokenSignIn), await permits.status(ref)),
    counterWasReset: () => permits.counterWasReset(ref),
  };
}

/** The same object for the same merchant, since what the gateway shows meanwhile is remembered by it. */
function openOptions({ environment, merchantOptions }: GatewaySettings): (merchantId: string) => GatewayOptions {
  const own = new Map<string, GatewayOptions>();
  return (merchantId) => {
    const known = own.get(merchantId);
    if (known) return known;
    const differing = merchantOptions?.(merchantId);
    const options = differing ? { ...environment.options, ...differing } : environment.options;
    own.set(merchantId, options);
    return options;
  };
}
