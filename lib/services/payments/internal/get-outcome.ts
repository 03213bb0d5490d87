import type { PaymentOutcome } from "#lib/contract/payment.ts";
import { listChecks } from "#lib/db/payments/payment-checks.ts";
import { listPaymentEvents, type PaymentView } from "#lib/db/payments/payments.ts";
import { provableFrom } from "./confirm-not-processed.ts";
import { limitsOf } from "./limits.ts";
import type { PaymentPorts } from "./ports.ts";
import { readProblem, statusAt, toNote } from "./to-payment.ts";

const looksShown = 10;

/** Whether a payment without a clear response happened, and until when it may not be retried; else null. */
export async function findOutcome(
  { db, gateways }: Pick<PaymentPorts, "db" | "gateways">,
  { view, nowMs }: { view: PaymentView; nowMs: number },
): Promise<PaymentOutcome | null> {
  const limits = await limitsOf(gateways, view.environment);
  const status = statusAt(view, nowMs, limits);
  const events = await listPaymentEvents(db, view.id);
  if (status !== "unknown" && !events.some((event) => event.status === "unknown")) return null;
  const looks = await listChecks(db, view.id);
  const shown = looks.slice(-looksShown).toReversed();
  const verdict = toVerdict(view, status);
  const canBeProven = verdict === "cannot_tell" && view.kind === "payment";
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
