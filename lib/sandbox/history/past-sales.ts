import { numberToDecimal, parseDecimal } from "#lib/core/money.ts";
import { notifyFields } from "../checkout/messages.ts";
import type { Order, OrderPayment } from "../checkout/orders.ts";
import { signFields, toPhpForm } from "../checkout/sign.ts";
import type { StoreKeys } from "../checkout/store-keys.ts";
import { hash32, pick } from "../ledger/hash.ts";
import { type LedgerRow, rowTime } from "../ledger/ledger-row.ts";
import type { MerchantProfile } from "../merchant-profile.ts";
import { merchantProfiles } from "../merchants.ts";
import type { World } from "../world.ts";

/** A signed notification as this gateway would have sent it at that time. */
export type PastNotification = { slug: string; atMs: number; body: string };

export type PastSale = { profile: MerchantProfile; row: LedgerRow };

/** The checkout's methods that leave a card in the ledger, the usual ones more often. */
const methods = ["visa", "visa", "visa", "mastercard", "mastercard", "google-pay", "apple-pay", "amex", "bancontact"] as const;
/** The hash numbers of this file's own chances; those of the ledger's rows are below 100. */
const [methodChance, delayChance] = [101, 102];

/** The online sales that the described merchants' ledgers compute for a time, newest first. */
export async function listPastSales(world: World, range: { fromMs: number; toMs: number }): Promise<PastSale[]> {
  const profiles = merchantProfiles.slice(0, world.merchantCount).filter(({ online, refused }) => online && !refused);
  const found: PastSale[] = [];
  for (const profile of profiles) {
    for (const row of (await world.ledgerOf(profile)).computed(range)) if (isOnlineSale(row)) found.push({ profile, row });
  }
  return found.sort((left, right) => right.row.id - left.row.id);
}

function isOnlineSale({ transaction_type: type, sign, payment_reference: reference }: LedgerRow): boolean {
  return type === "013" && sign === "Credit" && reference !== null;
}

/** Signs the notification of a sale; the same sale always gives the same bytes. */
export function notifyPastSale({ profile, row }: PastSale, { privateKeyPem }: StoreKeys): PastNotification {
  const { order, payment } = toPaidOrder(profile, row);
  const unsigned = notifyFields(order, payment, profile);
  const signature = signFields(unsigned, privateKeyPem);
  const delayMs = 800 + (hash32(profile.number, rowTime(row), delayChance) % 3_600);
  return { slug: profile.slug, atMs: rowTime(row) + delayMs, body: toPhpForm([...unsigned, ["Signature", signature]]) };
}

/** The paid order that a computed sale stands for: one of its references is that of the notification. */
function toPaidOrder(profile: MerchantProfile, row: LedgerRow): { order: Order; payment: OrderPayment } {
  const paymentReference = row.payment_reference ?? "";
  // A reference has eight digits that only this sale has; with the merchant's number they are an IPC_Trnref.
  const digits = paymentReference.replace(/\D/g, "").slice(-8);
  const trnref = profile.referenceStyle === "trnref" ? paymentReference : `${profile.number}${digits}`;
  const at = rowTime(row);
  const payment: OrderPayment = {
    at,
    trnref,
    stan: digits.slice(-6),
    method: pick([...methods], hash32(profile.number, at, methodChance)),
    lastDigits: (row.pan ?? "").slice(1),
    customer: {},
    paymentReference,
  };
  const order: Order = {
    id: trnref,
    slug: profile.slug,
    orderId: row.reference_number ?? `ORD-${digits}`,
    amountMinor: toMinor(row.transaction_amount, row.transaction_currency),
    currency: row.transaction_currency,
    status: "paid",
    createdAt: at,
    payment,
  };
  return { order, payment };
}

/** The amount of a row in minor units, without its sign. */
export function toMinor(amount: number, currency: string): number {
  const minor = parseDecimal(numberToDecimal(Math.abs(amount)) ?? "", currency);
  if (minor === undefined) throw new Error("A computed row has no amount.");
  return minor;
}
