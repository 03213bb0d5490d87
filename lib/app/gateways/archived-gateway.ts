import { AppError } from "#lib/core/errors.ts";
import type { MerchantGateway } from "#lib/gateway/types.ts";

type Readable = "merchant" | "listing" | "recordFact" | "previewPayment" | "identityStatus" | "counterWasReset";
type Refused = Record<Exclude<keyof MerchantGateway, Readable>, () => Promise<never>>;

const refuse = async () => {
  throw new AppError("merchant_archived");
};

const refused: Refused = {
  probe: refuse,
  listAccounts: refuse,
  readTransactions: refuse,
  getTransaction: refuse,
  lookupReferences: refuse,
  createPayment: refuse,
  getPayment: refuse,
  listPayments: refuse,
  cancelPayment: refuse,
  reversePayment: refuse,
  refundPayment: refuse,
  listTerminals: refuse,
  getTerminal: refuse,
  signIn: refuse,
  tryOnceMore: refuse,
};

/** An archived merchant's gateway: what is stored about it can be read, each call is refused before a sign-in is permitted. */
export function refuseCalls(client: MerchantGateway): MerchantGateway {
  return { ...client, ...refused };
}
