import { type Payment, type PaymentDetail, paymentDetailSchema } from "#lib/contract/payment.ts";
import { paymentOperations } from "#lib/contract/payment-operations.ts";
import { AppError } from "#lib/core/errors.ts";
import type { Environment } from "#lib/core/identifiers.ts";
import { withTimeout } from "#lib/core/with-timeout.ts";
import { databaseNow } from "#lib/db/connection/database-clock.ts";
import type { MerchantRow } from "#lib/db/merchants/merchants.ts";
import { listOpenOperations } from "#lib/db/payments/payment-operations.ts";
import { findPaymentView, listPaymentEvents, listRefundViews, type PaymentView } from "#lib/db/payments/payments.ts";
import { openRecord, openWords } from "#lib/db/payments/sealed-payment.ts";
import { findRecordCalls } from "../calls/find-record-calls.ts";
import { requireRole, type ServiceContext } from "../context.ts";
import { listHistory } from "../record-timeline/list-history.ts";
import { toFieldRows } from "../transactions/field-rows.ts";
import { toProblem } from "../transactions/read-merchants.ts";
import { findNotifications } from "../transactions/related.ts";
import { findGivenBackOfPayments } from "./internal/find-given-back.ts";
import { findOutcome } from "./internal/get-outcome.ts";
import { findLedgerRow } from "./internal/related-transaction.ts";
import { requirePayment } from "./internal/require-payment.ts";
import { toNote, toPayment } from "./internal/to-payment.ts";
import { refreshPayment } from "./refresh-payment.ts";

const askBudgetMs = 6_000;

type Question = { environment: Environment; merchant: string; paymentId: string };

/**
 * One payment with its timeline; queries the gateway first when its state is open and older than two seconds. If the gateway
 * cannot be queried, returns the stored state with the reason in `problem`.
 */
export async function getPayment(ctx: ServiceContext, question: Question): Promise<PaymentDetail> {
  requireRole(ctx, paymentOperations.getPayment);
  const { merchant, view } = await requirePayment(ctx, question);
  const asked = await withTimeout(askBudgetMs, refreshPayment(ctx, merchant, view));
  const trouble = asked.state === "done" ? asked.value : new AppError("gateway_timeout");
  const current = await findPaymentView(ctx.db, { merchantId: merchant.id, id: view.id });
  return toDetail(ctx, { merchant, view: current ?? view, trouble });
}

type Found = { merchant: MerchantRow; view: PaymentView; trouble?: AppError };

async function toDetail(ctx: ServiceContext, { merchant, view, trouble }: Found): Promise<PaymentDetail> {
  const nowMs = (await databaseNow(ctx.db)).getTime();
  const [events, refunds, row, [openAct], outcome, calls, back] = await Promise.all([
    listPaymentEvents(ctx.db, view.id),
    listRefundViews(ctx.db, view.id),
    findLedgerRow(ctx.db, view),
    listOpenOperations(ctx.db, view.id),
    findOutcome(ctx, { view, nowMs }),
    findRecordCalls(ctx, { merchantId: merchant.id, paymentIds: [view.id] }),
    findGivenBackOfPayments(ctx.db, [view]),
  ]);
  const reference = row?.reference ?? null;
  const rows = [{ referenceNumber: view.referenceNumber }];
  const show = (item: PaymentView): Payment => toPayment(ctx.vault, item, { merchant: merchant.slug, nowMs });
  const notifications = await findNotifications(ctx, { merchant, reference, rows });
  return paymentDetailSchema.parse({
    ...toPayment(ctx.vault, view, {
      ...{ merchant: merchant.slug, nowMs },
      ...{ trouble: trouble && toProblem(trouble), back: back.get(view.id) },
    }),
    operatorCode: view.operatorCode,
    extra: openWords(ctx.vault, view).extra,
    outcome,
    openAct: openAct ? { act: openAct.act.split(":")[0], since: openAct.createdAt.toISOString() } : null,
    timeline: events.map(({ status, source, note, at }) => {
      return { status, source, ...(note ? toNote(note) : { note }), at: at.toISOString() };
    }),
    fields: toFieldRows(openRecord(ctx.vault, view)),
    transaction: reference === null ? null : { reference, merchant: merchant.slug },
    notifications,
    refunds: refunds.map(show),
    calls,
    history: await listHistory(ctx, {
      ...{ merchantId: merchant.id, notifications },
      payment: [view.id, ...refunds.map(({ id }) => id)],
    }),
  });
}
