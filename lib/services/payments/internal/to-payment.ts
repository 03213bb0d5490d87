import { z } from "zod";
import { labelledValueSchema, type Problem, problemSchema } from "#lib/contract/common.ts";
import { type Payment, type PaymentStatus, paymentSchema, paymentStatusSchema } from "#lib/contract/payment.ts";
import { sumParts } from "#lib/core/given-back.ts";
import { detailsOf, type Message } from "#lib/core/text.ts";
import type { PaymentView } from "#lib/db/payments/payments.ts";
import { openWords } from "#lib/db/payments/sealed-payment.ts";
import { openName } from "#lib/db/staff/person-names.ts";
import type { Vault } from "#lib/vault/vault.ts";
import type { PaymentGivenBack } from "./find-given-back.ts";
import { paymentLimits } from "./limits.ts";

const storedProblemSchema = problemSchema.extend({
  rows: z.array(labelledValueSchema).default([]),
});
export type StoredProblem = z.infer<typeof storedProblemSchema>;

export function readProblem(stored: unknown): StoredProblem | null {
  return storedProblemSchema.safeParse(stored).data ?? null;
}

/** A stored note as the API returns it: its English, and what says it. */
export function toNote(note: Message) {
  return { note: note.message, noteDetails: detailsOf(note) };
}

/** The current state of a payment: a call that must have ended has an unknown outcome. */
export function statusAt(row: { status: string; createdAt: Date }, nowMs: number, { callMs } = paymentLimits): PaymentStatus {
  if (row.status === "sending" && nowMs - row.createdAt.getTime() > callMs) return "unknown";
  return paymentStatusSchema.parse(row.status);
}

export function isOpen(status: string): boolean {
  return status === "sending" || status === "unknown" || status === "in_progress";
}

/** The refundable amount: nothing unless the payment succeeded, is not being reversed, and is no refund itself. */
export function refundableOf(view: PaymentView, back: PaymentGivenBack | undefined): number {
  const isGone = view.status !== "success" || view.hasOpenOperation || back?.elsewhere?.isReversed || back?.foundAs;
  return view.kind !== "payment" || isGone ? 0 : leftOf(view, back);
}

/** What the customer was charged, as far as it is known: with or without the tip, as the ledger has it. */
function chargedOf({ amountMinor, tipMinor }: PaymentView, back: PaymentGivenBack | undefined): number | null {
  return back?.saleMinor ?? (tipMinor === 0 ? amountMinor : null);
}

/**
 * What was not given back yet of the amount without the tip, neither at the gateway nor by a refund that was or may have been sent
 * from here.
 */
export function leftOf(view: PaymentView, back: PaymentGivenBack | undefined): number {
  const elsewhereMinor = back?.elsewhere ? sumParts(back.elsewhere) : 0;
  return Math.max(0, view.amountMinor - view.refundedMinor - elsewhereMinor);
}

type Shown = { merchant: string; nowMs: number; trouble?: Problem | undefined; back?: PaymentGivenBack | undefined };

/** A payment as the API returns it. `trouble`: why the gateway could not be queried just now. */
export function toPayment(vault: Vault, view: PaymentView, { merchant, nowMs, trouble, back }: Shown): Payment {
  return paymentSchema.parse({
    ...view,
    description: openWords(vault, view).description,
    paymentId: view.id,
    merchant,
    status: statusAt(view, nowMs),
    chargedMinor: chargedOf(view, back),
    refundableMinor: refundableOf(view, back),
    givenBack: back?.givenBack,
    foundAs: back?.foundAs,
    refundedMinor: view.confirmedRefundsMinor,
    createdAt: view.createdAt.toISOString(),
    updatedAt: view.updatedAt.toISOString(),
    createdBy: view.createdBySealed && openName(vault, view.createdBySealed),
    problem: readProblem(view.problem) ?? (trouble ? { ...trouble, rows: [] } : null),
  });
}
