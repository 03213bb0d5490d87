import type { PaymentOutcome } from "#lib/contract/payment.ts";
import { listChecks } from "#lib/db/payments/payment-checks.ts";
import { listPaymentEvents, type PaymentView } from "#lib/db/payments/payments.ts";
import { provableFrom } from "./confirm-not-processed.ts";
import { limitsOf } from "./limits.ts";
import type { PaymentPorts } from "./ports.ts";
import { readProblem, statusAt, toNote } from "./to-payment.ts";

const looksShown = 10;

/** Whether the gateway accepted it, and then a check lacked it: its own address answered 404. */
export function isGone(row: { status: string; updatedAt: Date }, checks: readonly { at: Date }[]): boolean {
  const last = checks.at(-1);
  return row.status === "in_progress" && last !== undefined && last.at >= row.updatedAt;
}

/** Whether a payment without a clear response happened, and until when it may not be retried; else null. */
export async function findOutcome(
  { db, gateways }: Pick<PaymentPorts, "db" | "gateways">,
  { view, nowMs }: { view: PaymentView; nowMs: number },
): Promise<PaymentOutcome | null> {
  const limits = await limitsOf(gateways, view.environment);
  const status = statusAt(view, nowMs, limits);
  const [events, looks] = await Promise.all([listPaymentEvents(db, view.id), listChecks(db, view.id)]);
  const isLost = isGone(view, looks);
  if (status !== "unknown" && !isLost && !events.some((event) => event.status === "unknown")) return null;
  const shown = looks.slice(-looksShown).toReversed();
  const verdict = isLost ? "cannot_tell" : toVerdict(view, status);
  const canBeProven = verdict === "cannot_tell" && view.kind === "payment" && !isLost;
  return {
    verdict,
    notBefore: canBeProven ? provableFrom(looks, view, { limits, nowMs }).toISOString() : null,
    looks: shown.map(({ at, isComplete, note }) => ({ at: at.toISOString(), isComplete, ...toNote(note) })),
  };
}

function toVerdict(view: PaymentView, status: string): PaymentOutcome["verdict"] {
  if (status === "unknown" || status === "sending") return "cannot_tell";
  return readProblem(view.problem)?.code === "payment_not_taken" ? "did_not_happen" : "happened";
}
