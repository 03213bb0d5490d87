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

/** Whether a payment without a clear response, or without a result, happened, and until when it may not be retried; else null. */
export async function findOutcome(
  { db, gateways }: Pick<PaymentPorts, "db" | "gateways">,
  { view, nowMs }: { view: PaymentView; nowMs: number },
): Promise<PaymentOutcome | null> {
  const limits = await limitsOf(gateways, view.environment);
  const status = statusAt(view, nowMs, limits);
  const [events, looks] = await Promise.all([listPaymentEvents(db, view.id), listChecks(db, view.id)]);
  const isLost = isGone(view, looks);
  const wasUnknown = status === "unknown" || events.some((event) => event.status === "unknown");
  if (!wasUnknown && !isLost && !isNotTaken(view)) return null;
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
  return isNotTaken(view) ? "did_not_happen" : "happened";
}

/** One that the gateway accepted may be marked as not processed too. */
function isNotTaken({ problem }: PaymentView): boolean {
  return readProblem(problem)?.code === "payment_not_taken";
}
