import type { MerchantRow } from "#lib/db/merchants/merchants.ts";
import { defaultGatewayOptions, toListing } from "#lib/gateway/default-options.ts";
import type { CallPace, MerchantGateway } from "#lib/gateway/types.ts";
import type { EnvironmentView, GatewayDirectory } from "../context.ts";

const unexpected = (): never => {
  throw new Error("This test gives the gateway no such call.");
};

const withoutCalls: MerchantGateway = {
  merchant: { id: "", slug: "" },
  listing: toListing(defaultGatewayOptions),
  recordFact: () => {},
  probe: unexpected,
  listAccounts: unexpected,
  readTransactions: unexpected,
  getTransaction: unexpected,
  lookupReferences: unexpected,
  createPayment: unexpected,
  previewPayment: unexpected,
  getPayment: unexpected,
  listPayments: unexpected,
  cancelPayment: unexpected,
  reversePayment: unexpected,
  refundPayment: unexpected,
  listTerminals: unexpected,
  getTerminal: unexpected,
  identityStatus: unexpected,
  signIn: unexpected,
  tryOnceMore: unexpected,
  counterWasReset: unexpected,
};

/** A gateway with the calls a test defines; any other fails. */
export function partialGateway(calls: Partial<MerchantGateway>): MerchantGateway {
  return { ...withoutCalls, ...calls };
}

type Given = Partial<Pick<EnvironmentView, "baseUrl" | "zone">> & {
  /** A merchant's gateway; without it none is connected. */
  forMerchant?: (merchant: MerchantRow, pace?: CallPace) => Partial<MerchantGateway>;
  integration?: Partial<MerchantGateway>;
};

/** A directory whose gateways only have the calls a test defines. */
export function partialGateways({ baseUrl = "", zone = "UTC", forMerchant, integration }: Given): GatewayDirectory {
  return {
    environment: async (id) => ({ id, baseUrl, zone }),
    forMerchant: forMerchant ? async (merchant, pace) => partialGateway(forMerchant(merchant, pace)) : unexpected,
    integration: integration ? async () => partialGateway(integration) : unexpected,
    reload: () => {},
    allowedHosts: [],
  };
}
