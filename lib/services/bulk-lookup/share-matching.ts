import type { z } from "zod";
import { lookupOperations, type matchingLookupSchema } from "#lib/contract/lookup.ts";
import { contractText } from "#lib/contract/texts.ts";
import { AppError } from "#lib/core/errors.ts";
import { type Environment, sharedReferencesMax } from "#lib/core/identifiers.ts";
import { parseInput } from "#lib/core/parse-input.ts";
import { type DeliveryFilter, listDeliveries } from "#lib/db/notifications/notifications.ts";
import { listPaymentViews, type PaymentQuery } from "#lib/db/payments/payments.ts";
import { requireEnvironment, requireRole, type ServiceContext } from "../context.ts";
import { toDeliveryFilter } from "../notifications/list-notifications.ts";
import { toPaymentQuery } from "../payments/list-payments.ts";
import { eachTransaction } from "../transactions/each-transaction.ts";
import { saveLookupList } from "./share-lookup.ts";

/** `max`: references of one list. */
type Question = { environment: Environment; input: unknown; max?: number };
type ListQuestion = Question & { rowsAtOnce?: number };
type Shared = Promise<z.infer<typeof matchingLookupSchema>>;
type References = AsyncIterable<readonly (string | null)[]>;

const rowsOfPage = 1_000;

/**
 * Stores the references of all selected transactions, newest first, each once, as a list to look up. Throws `invalid_input`
 * when none of them has a reference.
 */
export async function shareMatchingLookup(
  ctx: ServiceContext,
  { environment, input, max = sharedReferencesMax }: Question,
): Shared {
  requireRole(ctx, lookupOperations.shareMatchingLookup);
  requireEnvironment(ctx, environment);
  const { merchant, selection } = parseInput(lookupOperations.shareMatchingLookup.body, input);
  const question = { environment, merchant: merchant ?? undefined, selection, order: "newest" } as const;
  return share(ctx, { environment, max, field: "selection", references: ofTransactions(ctx, question) });
}

/** The same of all notifications that match: the IPC_Trnref of each, else its order number. */
export async function shareNotificationsLookup(
  ctx: ServiceContext,
  { environment, input, max = sharedReferencesMax, rowsAtOnce = rowsOfPage }: ListQuestion,
): Shared {
  requireRole(ctx, lookupOperations.shareNotificationsLookup);
  requireEnvironment(ctx, environment);
  const { merchant, filter } = parseInput(lookupOperations.shareNotificationsLookup.body, input);
  const conditions = await toDeliveryFilter(ctx, { environment, merchant, input: filter });
  const references = ofNotifications(ctx, { ...conditions, limit: rowsAtOnce });
  return share(ctx, { environment, max, field: "filter", references });
}

/** The same of all terminal payments that match. */
export async function sharePaymentsLookup(
  ctx: ServiceContext,
  { environment, input, max = sharedReferencesMax, rowsAtOnce = rowsOfPage }: ListQuestion,
): Shared {
  requireRole(ctx, lookupOperations.sharePaymentsLookup);
  requireEnvironment(ctx, environment);
  const { merchant, filter } = parseInput(lookupOperations.sharePaymentsLookup.body, input);
  const conditions = await toPaymentQuery(ctx, { environment, merchant, input: filter });
  const references = ofPayments(ctx, { ...conditions, limit: rowsAtOnce });
  return share(ctx, { environment, max, field: "filter", references });
}

type ToShare = { environment: Environment; max: number; field: string; references: References };

async function share(ctx: ServiceContext, { environment, max, field, references: batches }: ToShare): Shared {
  const found = new Set<string>();
  for await (const batch of batches) {
    for (const reference of batch) if (reference !== null) found.add(reference);
    if (found.size > max) break;
  }
  if (found.size === 0) throw new AppError("invalid_input", { fields: [{ field, ...contractText("references_missing") }] });
  const references = [...found].slice(0, max);
  const { id } = await saveLookupList(ctx, { environment, references });
  return { id, references: references.length, isCut: found.size > max };
}

async function* ofTransactions(ctx: ServiceContext, question: Parameters<typeof eachTransaction>[1]): References {
  for await (const rows of eachTransaction(ctx, question)) yield rows.map(({ reference }) => reference);
}

async function* ofNotifications(ctx: ServiceContext, filter: DeliveryFilter): References {
  for (let after: DeliveryFilter["after"]; ; ) {
    const rows = await listDeliveries(ctx.db, { ...filter, after });
    yield rows.map(({ trnref, orderId }) => trnref ?? orderId);
    if (rows.length < filter.limit) return;
    after = rows.at(-1);
  }
}

async function* ofPayments(ctx: ServiceContext, query: PaymentQuery): References {
  for (let after: PaymentQuery["after"]; ; ) {
    const rows = await listPaymentViews(ctx.db, { ...query, after });
    yield rows.map(({ referenceNumber }) => referenceNumber);
    const last = rows.at(-1);
    if (rows.length < query.limit || !last) return;
    after = { occurredAt: last.createdAt, id: last.id };
  }
}
