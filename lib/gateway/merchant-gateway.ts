import { systemClock } from "#lib/core/clock.ts";
import { type Caller, type Credentials, createCaller } from "./api-client.ts";
import { toListing } from "./default-options.ts";
import type { GatewaySettings } from "./gateway.ts";
import { type GatewayParts, toGuardActionResult } from "./gateway-parts.ts";
import type { PairSignIn } from "./pair-sign-in.ts";
import type { RecordFact } from "./profile/note-fact.ts";
import { type CountedCaller, probe } from "./profile/probe.ts";
import { listAccounts } from "./resources/accounts.ts";
import { lookupReferences } from "./resources/lookup.ts";
import {
  cancelPayment,
  createPayment,
  getPayment,
  listPayments,
  previewPayment,
  refundPayment,
  reversePayment,
} from "./resources/payments.ts";
import { getTerminal, listTerminals } from "./resources/terminals.ts";
import { getTransaction, readTransactions } from "./resources/transactions.ts";
import type { CallPace, CallSubject, GatewayCall, GatewayOptions, MerchantGateway, MerchantIdentity } from "./types.ts";

type Options = GatewayParts & {
  settings: GatewaySettings;
  merchant: MerchantIdentity;
  /** The environment's options, or this merchant's own. */
  gatewayOptions: GatewayOptions;
  pace: CallPace | undefined;
  subject: CallSubject | undefined;
  tokenSignIn: PairSignIn;
  sessionSignIn: PairSignIn;
};

/** The gateway client of one merchant: every call carries the integration's token and this merchant's session. */
export function createMerchantGateway(options: Options): MerchantGateway {
  const { settings, merchant, holder, sessionSignIn } = options;
  const { environment, permits } = settings;
  const caller = openCaller(options);
  const gateway = options.gatewayOptions;
  const memory = options.memoryOf(gateway);
  const note: RecordFact = (fact) => settings.onFact?.({ merchantId: merchant.id, ...fact });
  const ref = { integrationClientId: environment.clientId, pair: sessionSignIn.pair, baseUrl: environment.baseUrl };
  return {
    merchant: { id: merchant.id, slug: merchant.slug },
    listing: toListing(gateway),
    recordFact: note,
    probe: (probeOptions) => probe(openCountedCaller(options), gateway, probeOptions),
    listAccounts: () => listAccounts(caller, { ...gateway, note }),
    readTransactions: (query) => readTransactions(caller, gateway, { ...query, memory: memory.dates, note }),
    getTransaction: (reference) => getTransaction(caller, reference),
    lookupReferences: (references, lookup) => lookupReferences(caller, references, { ...lookup, memory: memory.lookups, note }),
    createPayment: (request) => createPayment(caller, gateway, request),
    previewPayment: (request) => previewPayment(environment, request),
    getPayment: (id) => getPayment(caller, gateway, id),
    listPayments: (query) => listPayments(caller, gateway, query),
    cancelPayment: (id, change = {}) => cancelPayment(caller, id, change),
    reversePayment: (id, request = {}) => reversePayment(caller, gateway, id, request),
    refundPayment: (request) => refundPayment(caller, gateway, request),
    listTerminals: () => listTerminals(caller, gateway),
    getTerminal: (terminalId) => getTerminal(caller, terminalId),
    identityStatus: () => permits.status(ref),
    signIn: async () => {
      await getBoth(options);
    },
    tryOnceMore: async (mode) => {
      return toGuardActionResult(await holder.tryOnce(sessionSignIn, mode), await permits.status(ref));
    },
    counterWasReset: () => permits.counterWasReset(ref),
  };
}

/** Gets the token first: without one, no session is requested and no attempt recorded. */
async function getBoth({ holder, tokenSignIn, sessionSignIn }: Options): Promise<Credentials> {
  const token = await holder.hold(tokenSignIn);
  return { token, session: await holder.hold(sessionSignIn) };
}

function openCountedCaller(options: Options): CountedCaller {
  let sent = 0;
  const onCall = (call: GatewayCall) => {
    sent += 1;
    options.settings.onCall?.(call);
  };
  return { caller: openCaller({ ...options, settings: { ...options.settings, onCall } }), calls: () => sent };
}

function openCaller(options: Options): Caller {
  const { settings, merchant, holder, tokenSignIn, sessionSignIn, send, sleep, random, pace, subject } = options;
  return createCaller({
    environment: settings.environment,
    merchantId: merchant.id,
    ...{ send, sleep, random, pace, subject },
    clock: settings.clock ?? systemClock,
    onCall: settings.onCall ?? (() => {}),
    credentials: () => getBoth(options),
    distrust: async (used, { usedBefore }) => {
      const token = await holder.distrust(tokenSignIn.pair, used.token.attemptId);
      if (token === "replaced") {
        // The stale token explains the 401: the session may still be valid.
        holder.forget(sessionSignIn.pair);
        return true;
      }
      // Only a second 401, with a new session under a renewed token, shows that this merchant's calls are refused.
      const isRenewed = usedBefore !== undefined && usedBefore.session.attemptId !== used.session.attemptId;
      const mayStop = isRenewed && token === "too_soon";
      const session = await holder.distrust(sessionSignIn.pair, used.session.attemptId, { mayStop });
      return session !== "stopped" && (token !== "too_soon" || session !== "too_soon");
    },
  });
}
