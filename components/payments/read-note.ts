import type { PaymentDetail } from "#lib/contract/payment.ts";
import { paymentCodeText } from "#lib/core/payment-codes.ts";

type Entry = Pick<PaymentDetail["timeline"][number], "note" | "noteDetails">;
/** That the gateway does not have the payment. */
const toldByTheSentence = "payment_not_taken";

type Said = { message: string; reason?: string | undefined; values?: Readonly<Record<string, unknown>> | undefined };

/** The note of a timeline entry: a text, or a code of the gateway without words of its own. Undefined: no more than the status or the sentence says. */
export function readNote({ note, noteDetails }: Entry): Said | { code: string } | undefined {
  if (!note || note === "TRANSACTION_SUCCESS" || noteDetails?.reason === toldByTheSentence) return undefined;
  const known = paymentCodeText.find(noteDetails?.reason ?? "");
  if (known) return known;
  return /^[A-Z0-9_]+$/.test(note) ? { code: note } : { message: note, ...noteDetails };
}
