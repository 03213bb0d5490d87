import { type TransactionPage, transactionPageSchema } from "#lib/contract/transaction.ts";
import { AppError } from "#lib/core/errors.ts";
import { recordViewed } from "#lib/db/ledger-sync/ledger-sync.ts";
import type { MerchantScope } from "#lib/db/merchants/merchant-scope.ts";
import type { ServiceContext } from "../context.ts";
import { summariseDays } from "../ledger-sync/summarise-days.ts";
import { newestAsOf } from "./newest-as-of.ts";
import { toProblem } from "./read-merchants.ts";
import { readPage } from "./read-page.ts";
import type { ParsedList } from "./transaction-query.ts";

type Question = { scope: MerchantScope; parsed: ParsedList; zone: string };

const problemsMax = 5;

/** A page of stored rows of any number of merchants, with their freshness. Those shown are read next, in the background. */
export async function listStoredTransactions(ctx: ServiceContext, { scope, parsed, zone }: Question): Promise<TransactionPage> {
  const [{ shownIds, ...page }, { sync, lacksHistory, incomplete, complete }] = await Promise.all([
    readPage(ctx, { scope, parsed }),
    summariseDays(ctx, scope, { from: parsed.days.from, to: parsed.days.to, zone }),
  ]);
  // Not awaited: at worst these merchants are read in their usual turn.
  recordViewed(ctx.db, shownIds).catch((cause: unknown) =>
    ctx.log.warn({ cause }, "Merchants that are looked at were not noted"),
  );
  const notListed = toProblem(new AppError("ledger_incomplete"));
  const problems = [...sync.worst.slice(0, problemsMax), ...incomplete.map((merchant) => ({ merchant, ...notListed }))];
  return transactionPageSchema.parse({
    ...page,
    asOf: newestAsOf(sync.asOf === null ? undefined : new Date(sync.asOf), page.items, ctx.clock.now()),
    source: "mirror",
    problems: problems.length > 0 ? problems : undefined,
    complete,
    upToDate: sync.upToDate === sync.merchants,
    zone,
    sync,
    lacksHistory: lacksHistory || undefined,
  });
}
