import { formatDecimal } from "#lib/core/money.ts";
import type { NewRow } from "../ledger/added-rows.ts";
import { feeMinor } from "../ledger/fee.ts";
import { accountFor, type MerchantProfile } from "../merchant-profile.ts";
import type { World } from "../world.ts";

/** A payment's booking in the ledger; minor units, tip included. */
export type Booking = {
  amountMinor: number;
  currency: string;
  paymentReference: string;
  referenceNumber: string | null;
  terminalId: string | null;
  pan: string | null;
  stan: string;
  description: string | null;
};

/** A sale and its fee, two rows with one reference. Idempotent, like all bookings. */
export async function bookSale(world: World, profile: MerchantProfile, booking: Booking, type: "501" | "013"): Promise<void> {
  const fee = toRow(profile, booking, { type: "001", sign: "Debit", amountMinor: feeMinor(booking.amountMinor) });
  await (await world.ledgerOf(profile)).book([
    toRow(profile, booking, { type, sign: "Credit", amountMinor: booking.amountMinor }),
    {
      ...fee,
      description: "Transaction fee",
      reference_number: null,
      reference_number_type: "None",
      billing_descriptor: null,
      pan: null,
    },
  ]);
}

/** Books 011, a separate refund, or 036, the reversal of the sale with this reference. */
export async function bookDebit(world: World, profile: MerchantProfile, booking: Booking, type: "011" | "036"): Promise<void> {
  const row = toRow(profile, booking, { type, sign: "Debit", amountMinor: booking.amountMinor });
  await (await world.ledgerOf(profile)).book([row]);
}

type Entry = Pick<NewRow, "sign"> & { type: string; amountMinor: number };

function toRow(profile: MerchantProfile, booking: Booking, { type, sign, amountMinor }: Entry): NewRow {
  const { currency, paymentReference, referenceNumber, stan } = booking;
  const account = accountFor(profile, currency);
  if (!account) throw new Error(`${profile.slug} has no account in ${currency}.`);
  const amount = Number(formatDecimal({ amountMinor, currency }));
  const terminal = profile.terminals.find(({ terminalId }) => terminalId === booking.terminalId);
  const text = terminal ? `Payment on TID ${terminal.terminalId}` : booking.description;
  return {
    payment_reference: paymentReference,
    transaction_type: type,
    transaction_currency: currency,
    transaction_amount: sign === "Debit" ? -amount : amount,
    original_currency: currency,
    original_amount: amount,
    sign,
    reference_number: referenceNumber,
    reference_number_type: referenceNumber === null ? "None" : "ReferenceNumber",
    terminal_id: terminal?.terminalId ?? null,
    serial_number: terminal?.serialNumber ?? null,
    account_number: account.accountNumber,
    ruid: null,
    billing_descriptor: profile.descriptor,
    pan: booking.pan,
    description: `${profile.descriptor} - ${stan}${text === null ? "" : ` / ${text}`}`,
  };
}
