import { merchantOperations, type Terminals, terminalsSchema } from "#lib/contract/merchant.ts";
import { errorText } from "#lib/core/errors.ts";
import type { Environment } from "#lib/core/identifiers.ts";
import { withTimeout } from "#lib/core/with-timeout.ts";
import { listUsedTerminals } from "#lib/db/transactions/used-terminals.ts";
import { requireMerchant, requireRole, type ServiceContext } from "../context.ts";
import { equipmentBudgetMs, readEquipment } from "./read-terminals.ts";

/**
 * The merchant's terminals for a new payment, up to five minutes old; where the gateway does not list them in time, the reason
 * and the terminals of earlier payments.
 */
export async function listTerminals(
  ctx: ServiceContext,
  { environment, merchant: slug }: { environment: Environment; merchant: string },
): Promise<Terminals> {
  requireRole(ctx, merchantOperations.listTerminals);
  const merchant = await requireMerchant(ctx, environment, slug);
  const [read, usedBefore] = await Promise.all([
    withTimeout(equipmentBudgetMs, readEquipment(ctx, merchant)),
    listUsedTerminals(ctx.db, merchant.id),
  ]);
  if (read.state === "failed") throw read.cause;
  const nothing = { terminals: [], currencies: [], problem: notInTime, readAtMs: ctx.clock.now() };
  const { terminals, currencies, problem, readAtMs } = read.state === "done" ? read.value : nothing;
  const asOf = new Date(readAtMs).toISOString();
  return terminalsSchema.parse({ items: terminals, listed: problem === null, problem, usedBefore, currencies, asOf });
}

const notInTime = { code: "gateway_timeout", message: errorText("gateway_timeout") };
