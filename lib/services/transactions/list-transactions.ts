import { type TransactionPage, transactionPageSchema } from "#lib/contract/transaction.ts";
import { transactionOperations } from "#lib/contract/transaction-operations.ts";
import { AppError } from "#lib/core/errors.ts";
import type { Environment } from "#lib/core/identifiers.ts";
import type { MerchantScope } from "#lib/db/merchants/merchant-scope.ts";
import type { MerchantRow } from "#lib/db/merchants/merchants.ts";
import { requireMerchant, requireRole, type ServiceContext, visibleScope } from "../context.ts";
import { countedMerchants, fewMerchants } from "./few-merchants.ts";
import { listStoredTransactions } from "./list-stored.ts";
import { narrowScope } from "./narrow-scope.ts";
import { newestAsOf } from "./newest-as-of.ts";
import { type MerchantState, readMerchant, readMerchants, toProblem } from "./read-merchants.ts";
import { readPage } from "./read-page.ts";
import { type ParsedList, parseList } from "./transaction-query.ts";

const gatewayBudgetMs = 6_000;
/** A merchant never read is worth a longer wait: an empty list would be misleading. */
const firstBudgetMs = 20_000;

/** `budgetMs`: how long to wait for gateways, whatever is stored; their readings continue after the response. */
type ListQuestion = { environment: Environment; input: unknown; budgetMs?: number };

/**
 * One merchant's ledger, read from the gateway when the stored rows are not fresh. Without the gateway it returns stored rows
 * and reports this; when none are stored, it throws the error (docs/api.md: never an empty list).
 */
export async function listMerchantTransactions(
  ctx: ServiceContext,
  { environment, merchant: slug, input, budgetMs }: ListQuestion & { merchant: string },
): Promise<TransactionPage> {
  requireRole(ctx, transactionOperations.listTransactions);
  const merchant = await requireMerchant(ctx, environment, slug);
  const { zone } = await ctx.gateways.environment(environment);
  const parsed = parseList(input, { zone, vault: ctx.vault, scope: merchant.id });
  const { days } = parsed;
  const scope = await narrowScope(ctx, { environment, merchantIds: [merchant.id] }, parsed.merchants);
  const place = { scope, merchants: [merchant], parsed };
  let state = await readMerchant(ctx, merchant, { days, zone, budgetMs: budgetMs ?? gatewayBudgetMs });
  let page = await readPage(ctx, place);
  if (page.items.length === 0 && isStillFirstReading(state) && budgetMs === undefined) {
    state = await readMerchant(ctx, merchant, { days, zone, budgetMs: firstBudgetMs - gatewayBudgetMs });
    page = await readPage(ctx, place);
  }
  if (page.items.length === 0 && isUnknown(state)) throw state.problem ?? new AppError("gateway_timeout");
  return transactionPageSchema.parse({
    ...page,
    asOf: newestAsOf(state.asOf, page.items, ctx.clock.now()),
    source: state.problem ? "mirror" : "gateway",
    problem: state.problem && toProblem(state.problem),
    complete: state.isComplete,
    upToDate: state.isFresh,
    zone,
  });
}

/**
 * The same over all merchants this account may see. With few merchants their gateways are read, and errors are listed in
 * `problems`; with many, stored rows are returned at once, with their freshness.
 */
export async function listTransactions(
  ctx: ServiceContext,
  { environment, input, budgetMs = gatewayBudgetMs }: ListQuestion,
): Promise<TransactionPage> {
  requireRole(ctx, transactionOperations.listAllTransactions);
  const { zone } = await ctx.gateways.environment(environment);
  const parsed = parseList(input, { zone, vault: ctx.vault, scope: "all" });
  const scope = await narrowScope(ctx, await visibleScope(ctx, environment), parsed.merchants);
  const few = await fewMerchants(ctx, scope);
  return few ? listOfFew(ctx, few, { scope, parsed, zone, budgetMs }) : listStoredTransactions(ctx, { scope, parsed, zone });
}

type OfFew = { scope: MerchantScope; parsed: ParsedList; zone: string; budgetMs: number };

async function listOfFew(
  ctx: ServiceContext,
  merchants: readonly MerchantRow[],
  { scope, parsed, zone, budgetMs }: OfFew,
): Promise<TransactionPage> {
  const states = await readMerchants(ctx, countedMerchants(merchants), { days: parsed.days, zone, budgetMs });
  const page = await readPage(ctx, { scope, merchants, parsed });
  if (page.items.length === 0) throwWhenNothingIsKnown(states);
  const problems = states.flatMap(({ merchant, problem }) =>
    problem ? [{ merchant: merchant.slug, ...toProblem(problem) }] : [],
  );
  return transactionPageSchema.parse({
    ...page,
    asOf: newestAsOf(oldest(states), page.items, ctx.clock.now()),
    source: problems.length > 0 ? "mirror" : "gateway",
    problems: problems.length > 0 ? problems : undefined,
    complete: states.every(({ isComplete, problem }) => isComplete || (problem && problem.code !== "ledger_incomplete")),
    upToDate: states.every((state) => state.isFresh),
    zone,
  });
}

function isUnknown(state: MerchantState): boolean {
  return !state.isKnown && !state.isComplete;
}

function isStillFirstReading(state: MerchantState): boolean {
  return isUnknown(state) && !state.problem;
}

function throwWhenNothingIsKnown(states: readonly MerchantState[]): void {
  const [first] = states;
  if (first && states.every(isUnknown)) throw first.problem ?? new AppError("gateway_timeout");
}

function oldest(states: readonly MerchantState[]): Date | undefined {
  const times = states.flatMap((state) => (state.asOf ? [state.asOf.getTime()] : []));
  return times.length > 0 ? new Date(Math.min(...times)) : undefined;
}
