import { formatDecimal } from "../../core/money.ts";
import { type LedgerRow, toWireTime } from "../ledger/ledger-row.ts";
import type { MerchantProfile } from "../merchant-profile.ts";
import type { World } from "../world.ts";
import type { Payment } from "./payment-state.ts";

type Booking = Pick<Payment, "amountMinor" | "currency" | "referenceNumber" | "description" | "stan"> & {
  terminalId: string | null;
  paymentReference: string | null;
  pan: string | null;
};

/** A sale and its fee, two rows with one reference. */
export async function bookSale(world: World, profile: MerchantProfile, payment: Payment | Booking, type = "501"): Promise<void> {
  const sale = toRow(world, profile, payment, { type, sign: "Credit", amountMinor: payment.amountMinor });
  const fee = toRow(world, profile, payment, {
    type: "001",
    sign: "Debit",
    amountMinor: Math.max(1, Math.round(payment.amountMinor * 0.0125)),
  });
  await (await world.ledgerOf(profile)).book([
    sale,
    { ...fee, description: "Transaction fee", reference_number: null, reference_number_type: "None", pan: null },
  ]);
}

export async function bookRefund(world: World, profile: MerchantProfile, payment: Payment): Promise<void> {
  await bookDebit(world, profile, payment, "011");
}

export async function bookReversal(world: World, profile: MerchantProfile, payment: Payment | Booking): Promise<void> {
  await bookDebit(world, profile, payment, "036");
}

async function bookDebit(world: World, profile: MerchantProfile, payment: Payment | Booking, type: string): Promise<void> {
  await (await world.ledgerOf(profile)).book([
    toRow(world, profile, payment, { type, sign: "Debit", amountMinor: payment.amountMinor }),
  ]);
}

type Entry = { type: string; sign: LedgerRow["sign"]; amountMinor: number };

function toRow(
  world: World,
  profile: MerchantProfile,
  payment: Payment | Booking,
  { type, sign, amountMinor }: Entry,
): Omit<LedgerRow, "id"> {
  const account = profile.accounts.find(({ currency }) => currency === payment.currency) ?? profile.accounts[0];
  const amount = Number(formatDecimal({ amountMinor, currency: payment.currency }));
  const terminal = profile.terminals.find(({ terminalId }) => terminalId === payment.terminalId);
  return {
    date: toWireTime(world.now()),
    payment_reference: payment.paymentReference,
    transaction_type: type,
    transaction_currency: payment.currency,
    transaction_amount: sign === "Debit" ? -amount : amount,
    original_currency: payment.currency,
    original_amount: amount,
    sign,
    reference_number: payment.referenceNumber,
    reference_number_type: payment.referenceNumber === null ? "None" : "ReferenceNumber",
    terminal_id: terminal?.terminalId ?? null,
    serial_number: terminal?.serialNumber ?? null,
    account_number: account.accountNumber,
    ruid: null,
    billing_descriptor: profile.descriptor,
    pan: "pan" in payment ? payment.pan : "*4242",
    description: terminal
      ? `${profile.descriptor} - ${payment.stan} / Payment on TID ${terminal.terminalId}`
      : payment.description,
  };
}
