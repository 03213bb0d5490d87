import pLimit from "p-limit";
import { AppError, isAppError, toAppError } from "#lib/core/errors.ts";
import { databaseNow } from "#lib/db/connection/database-clock.ts";
import type { MerchantRow } from "#lib/db/merchants/merchants.ts";
import { changePayment } from "#lib/db/payments/payment-changes.ts";
import { listChecks } from "#lib/db/payments/payment-checks.ts";
import { claimAsking } from "#lib/db/payments/payment-polling.ts";
import { findPaymentView, type PaymentView } from "#lib/db/payments/payments.ts";
import type { GatewayPayment } from "#lib/gateway/records.ts";
import type { CallSubject, MerchantGateway } from "#lib/gateway/types.ts";
import { serviceText } from "#lib/services/texts.ts";
import type { PaymentLimits } from "../context.ts";
import { applyAnswer } from "./internal/apply-response.ts";
import { isOwnReference } from "./internal/generate-reference.ts";
import { limitsOf } from "./internal/limits.ts";
import type { PaymentPorts } from "./internal/ports.ts";
import { noteCreatedAt } from "./internal/record-payment-times.ts";
import { resolvePendingOperations } from "./internal/resolve-pending-operations.ts";
import { resolveUnknown } from "./internal/resolve-unknown.ts";
import { isOpen, readProblem, statusAt } from "./internal/to-payment.ts";

const callsAtOnce = 4;

/**
 * Queries the gateway about a payment whose state is open, unless it was just queried. Returns why it could not be queried;
 * undefined when it was, or when there was nothing to query.
 */
export function refreshPayment(ports: PaymentPorts, merchant: MerchantRow, view: PaymentView): Promise<AppError | undefined> {
  return refreshPayments(ports, merchant, [view]);
}

/** The same for several of one merchant: unknown ones of a terminal share one check. Returns the first error. */
export async function refreshPayments(
  ports: PaymentPorts,
  merchant: MerchantRow,
  views: readonly PaymentView[],
): Promise<AppError | undefined> {
  if (merchant.archivedAt) return views.some(({ status }) => isOpen(status)) ? new AppError("merchant_archived") : undefined;
  let trouble: AppError | undefined;
  const attempt = async (work: () => Promise<void>) => {
    await work().catch((thrown) => {
      trouble ??= toAppError(thrown);
    });
  };
  await attempt(async () => {
    const claimed = await claimAll(ports, merchant, views);
    if (claimed.length === 0) return;
    const open = (subject?: CallSubject) => ports.gateways.forMerchant(merchant, undefined, subject);
    const limit = pLimit(callsAtOnce);
    const gone: PaymentView[] = [];
    const query = async (view: PaymentView) => {
      const isThere = await queryPayment(ports, { view, gateway: await open({ paymentId: view.id }) });
      if (!isThere) gone.push(view);
    };
    const lookUp = (payments: readonly PaymentView[]) =>
      [...Map.groupBy(payments, (view) => view.terminalId).values()].map((ofTerminal) =>
        attempt(() => lookUpAtTerminal(ports, { merchant, payments: ofTerminal, open })),
      );
    const known = claimed.filter((view) => view.gatewayPaymentId !== null);
    const lost = claimed.filter((view) => view.gatewayPaymentId === null);
    const asked = Promise.all(known.map((view) => limit(() => attempt(() => query(view)))));
    await Promise.all([...lookUp(lost), asked.then(() => Promise.all(lookUp(gone)))]);
  });
  return trouble;
}

type LookUp = {
  merchant: MerchantRow;
  payments: readonly PaymentView[];
  open: (subject?: CallSubject) => Promise<MerchantGateway>;
};

async function lookUpAtTerminal(ports: PaymentPorts, { merchant, payments, open }: LookUp): Promise<void> {
  const [only, ...others] = payments;
  if (!only) return;
  // A terminal's list that is read for several payments is about none of them alone.
  const gateway = await open(others.length === 0 ? { paymentId: only.id } : undefined);
  await resolveUnknown(ports, { merchant, gateway, terminalId: only.terminalId, payments });
  for (const { id } of payments.filter((view) => view.hasOpenOperation)) {
    const view = await findPaymentView(ports.db, { merchantId: merchant.id, id });
    if (view) await resolvePendingOperations(ports, view);
  }
}

/** Open payments that were not just queried; a call that must have ended has become unknown. */
async function claimAll(ports: PaymentPorts, merchant: MerchantRow, views: readonly PaymentView[]): Promise<PaymentView[]> {
  const nowMs = (await databaseNow(ports.db)).getTime();
  const limits = await limitsOf(ports.gateways, merchant.environment);
  const claimed: PaymentView[] = [];
  for (const view of views) {
    const status = statusAt(view, nowMs, limits);
    const isAsked =
      status !== "sending" &&
      (isOpen(status) || view.hasOpenOperation || view.hasDismissedReversal || isProvenFailed(view) || lacksRecord(view));
    if (!isAsked) continue;
    const everyMs = pollIntervalMs(view, nowMs, limits);
    if (!(await claimAsking(ports.db, { id: view.id, at: new Date(nowMs), everyMs }))) continue;
    claimed.push(status === "unknown" && view.status === "sending" ? await stopWaiting(ports, view) : view);
  }
  return claimed;
}

/** Payments considered not processed are searched a while longer, since the gateway's lists may be late. */
function isProvenFailed(view: PaymentView): boolean {
  return view.status === "failed" && readProblem(view.problem)?.code === "payment_not_taken";
}

/** Only a list has shown it: its card and codes are not known yet. */
function lacksRecord({ gatewayPaymentId, sealedRecord }: PaymentView): boolean {
  return gatewayPaymentId !== null && sealedRecord === null;
}

/** An open state is queried every two seconds; a complete check for an unknown payment is expensive and gets rarer with age. */
function pollIntervalMs(view: PaymentView, nowMs: number, limits: PaymentLimits): number {
  return view.gatewayPaymentId === null ? checkIntervalMs(view, nowMs, limits) : 2_000;
}

function checkIntervalMs({ createdAt }: PaymentView, nowMs: number, { callMs }: PaymentLimits): number {
  const ageMs = nowMs - createdAt.getTime();
  if (ageMs < callMs / 2) return Math.min(2_000, callMs / 10);
  return Math.min(5_000 + ageMs / 60, 60_000, Math.max(callMs / 4, 500));
}

async function stopWaiting({ db }: PaymentPorts, view: PaymentView): Promise<PaymentView> {
  const note = serviceText("stopped_before_answer");
  const row = await changePayment(db, { id: view.id, status: "unknown", source: "desk", note });
  return { ...view, ...row };
}

type PaymentQuery = { view: PaymentView; gateway: Pick<MerchantGateway, "getPayment"> };

/** False when its own address answers 404 and it must be looked up like an unknown one. */
async function queryPayment(ports: PaymentPorts, { view, gateway }: PaymentQuery): Promise<boolean> {
  let answer: GatewayPayment;
  try {
    answer = await gateway.getPayment(view.gatewayPaymentId ?? "");
  } catch (thrown) {
    if (isAppError(thrown) && thrown.code === "gateway_not_found" && (await isCheckDue(ports, view))) return false;
    throw thrown;
  }
  const row = await applyAnswer(ports, { id: view.id, answer });
  if (row && row.status !== view.status && isOwnReference(row.referenceNumber)) await noteCreatedAt(ports, row, answer);
  if (row && view.hasOpenOperation) await resolvePendingOperations(ports, row);
  return true;
}

/** A gateway may show a payment late at its own address: it is looked up once the call must have ended, and not at each query. */
async function isCheckDue({ db, gateways }: PaymentPorts, view: PaymentView): Promise<boolean> {
  const limits = await limitsOf(gateways, view.environment);
  const nowMs = (await databaseNow(db)).getTime();
  if (nowMs - view.createdAt.getTime() < limits.callMs) return false;
  const last = (await listChecks(db, view.id)).at(-1);
  return last === undefined || nowMs - last.at.getTime() >= checkIntervalMs(view, nowMs, limits);
}
