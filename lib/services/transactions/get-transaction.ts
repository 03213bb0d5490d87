import { type TransactionDetail, transactionDetailSchema } from "#lib/contract/transaction.ts";
import { transactionOperations } from "#lib/contract/transaction-operations.ts";
import { AppError } from "#lib/core/errors.ts";
import type { Environment } from "#lib/core/identifiers.ts";
import type { MerchantRow } from "#lib/db/merchants/merchants.ts";
import { openTransaction } from "#lib/db/transactions/sealed-transaction.ts";
import { findTransactionsByReference, type TransactionRow } from "#lib/db/transactions/transactions.ts";
import { findOldestReading } from "#lib/ledger-sync/freshness.ts";
import { findRecordCalls } from "../calls/find-record-calls.ts";
import { requireMerchant, requireRole, type ServiceContext } from "../context.ts";
import { listHistory } from "../record-timeline/list-history.ts";
import { toFieldRows } from "./field-rows.ts";
import { findOriginal } from "./find-original.ts";
import { askDetail, type DetailAnswer, isMissing } from "./gateway-detail.ts";
import { markRows } from "./mark-rows.ts";
import { newestAsOf } from "./newest-as-of.ts";
import { readLastDays, toProblem } from "./read-merchants.ts";
import { findRelated } from "./related.ts";
import { toTransaction } from "./to-transaction.ts";

type Question = { environment: Environment; merchant: string; reference: string };

/**
 * Everything known about one payment reference: the transactions (a sale and its fee share it), the gateway's own display
 * list, related notifications and payments. Without the gateway: stored data, with `problem`. Throws `not_found` when neither
 * has it, and the gateway's error when nothing is stored.
 */
export async function getTransaction(ctx: ServiceContext, question: Question): Promise<TransactionDetail> {
  requireRole(ctx, transactionOperations.getTransaction);
  const merchant = await requireMerchant(ctx, question.environment, question.merchant);
  const { reference } = question;
  const stored = await findRows(ctx, merchant, reference);
  const [answer] = await Promise.all([
    queryDetail(ctx, merchant, { reference, isStored: stored.length > 0 }),
    stored.length === 0 ? readLastDays(ctx, merchant) : undefined,
  ]);
  const rows = stored.length > 0 ? stored : await findRows(ctx, merchant, reference);
  if (rows.length === 0 && answer?.problem) {
    throw isMissing(answer.problem) ? new AppError("not_found") : answer.problem;
  }
  return toDetail(ctx, { merchant, reference, rows, answer });
}

function findRows(ctx: ServiceContext, merchant: MerchantRow, reference: string): Promise<TransactionRow[]> {
  return findTransactionsByReference(ctx.db, {
    environment: merchant.environment,
    merchantIds: [merchant.id],
    references: [reference],
  });
}

/** A call names the reference only when the ledger has it: any other may be whatever somebody typed. */
async function queryDetail(
  ctx: ServiceContext,
  merchant: MerchantRow,
  { reference, isStored }: { reference: string; isStored: boolean },
): Promise<DetailAnswer | undefined> {
  // Stored rows of an archived merchant are all there is to say.
  if (merchant.archivedAt && isStored) return undefined;
  return askDetail(await ctx.gateways.forMerchant(merchant, undefined, isStored ? { reference } : undefined), reference);
}

type Found = { merchant: MerchantRow; reference: string | null; rows: TransactionRow[]; answer: DetailAnswer | undefined };

/** The stored rows and the gateway's response as one page; `answer` undefined where there is no reference to query. */
export async function toDetail(ctx: ServiceContext, { merchant, reference, rows, answer }: Found): Promise<TransactionDetail> {
  const problem: AppError | undefined = answer?.problem;
  const [related, marks, original] = await Promise.all([
    findRelated(ctx, { merchant, reference, rows }),
    markRows(ctx, rows),
    findOriginal(ctx, { merchant, rows }),
  ]);
  const payment = toPaymentIds(related.payments);
  const notes = reference === null ? { id: rows.map(({ id }) => id) } : { reference: [reference] };
  const [calls, history] = await Promise.all([
    findRecordCalls(ctx, { merchantId: merchant.id, paymentIds: payment, reference }),
    listHistory(ctx, { merchantId: merchant.id, notifications: related.notifications, payment, ...notes }),
  ]);
  const { zone } = await ctx.gateways.environment(merchant.environment as Environment);
  const known = answer?.detail ? undefined : await findOldestReading({ db: ctx.db, merchant, zone }, rows);
  const described = rows.map((row, index) => ({
    ...toTransaction(ctx.vault, row, merchant.slug, marks[index]),
    fields: toFieldRows(openTransaction(ctx.vault, row).record),
  }));
  return transactionDetailSchema.parse({
    merchant: merchant.slug,
    reference,
    rows: described,
    general: answer?.detail?.general ?? null,
    details: answer?.detail?.details ?? [],
    ...related,
    original,
    calls,
    history,
    asOf: newestAsOf(known, described, ctx.clock.now()),
    source: answer?.detail ? "gateway" : "mirror",
    problem: problem && toProblem(problem),
  });
}

function toPaymentIds(payments: TransactionDetail["payments"]): string[] {
  return payments.flatMap(({ paymentId, refunds }) => [paymentId, ...refunds.map((refund) => refund.paymentId)]);
}
