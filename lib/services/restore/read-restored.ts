import pLimit from "p-limit";
import { type Restore, restoreOperations } from "#lib/contract/restore.ts";
import { messageOf, toAppError } from "#lib/core/errors.ts";
import type { Environment } from "#lib/core/identifiers.ts";
import { parseInput } from "#lib/core/parse-input.ts";
import { databaseNow } from "#lib/db/connection/database-clock.ts";
import { findMerchantsById, type MerchantRow } from "#lib/db/merchants/merchants.ts";
import { type FenceRow, findFence, listUnreadMerchants, saveReading } from "#lib/db/restore/fences.ts";
import { requireEnvironment, requireRole, type ServiceContext } from "../context.ts";
import { limitsOf } from "../payments/internal/limits.ts";
import { serviceText } from "../texts.ts";
import { getRestore } from "./get-restore.ts";
import { readMerchantSince } from "./read-merchant.ts";

const merchantsAtOnce = 4;
const batch = 8;
/** A request must end; the page repeats it while merchants are left. */
const budgetMs = 15_000;

type Request = { environment: Environment; input: unknown };

/**
 * Reads in what the gateway has had since the backup, for some merchants that were not read in or failed before. For an
 * administrator of all merchants; it sends nothing that changes anything.
 */
export async function readRestored(ctx: ServiceContext, { environment, input }: Request): Promise<Restore> {
  requireRole(ctx, restoreOperations.readRestored);
  requireEnvironment(ctx, environment);
  parseInput(restoreOperations.readRestored.body, input);
  const fence = await findFence(ctx.db, environment);
  if (fence) await readSome(ctx, fence);
  return getRestore(ctx, environment);
}

async function readSome(ctx: ServiceContext, fence: FenceRow): Promise<void> {
  const before = await databaseNow(ctx.db);
  const until = ctx.clock.monotonic() + budgetMs;
  const limit = pLimit(merchantsAtOnce);
  while (ctx.clock.monotonic() < until) {
    const ids = await listUnreadMerchants(ctx.db, fence, { before, limit: batch });
    if (ids.length === 0) return;
    const merchants = await findMerchantsById(ctx.db, ids);
    await Promise.all(merchants.map((merchant) => limit(() => readOne(ctx, merchant, fence))));
  }
}

async function readOne(ctx: ServiceContext, merchant: MerchantRow, fence: FenceRow): Promise<void> {
  const at = await databaseNow(ctx.db);
  const { callMs } = await limitsOf(ctx.gateways, merchant.environment);
  // A call that the lost processes began may reach the gateway until then.
  const isEarly = at.getTime() < fence.restoredAt.getTime() + callMs;
  const read = readMerchantSince(ctx, merchant, fence).then(
    () => (isEarly ? serviceText("calls_may_be_under_way") : null),
    (thrown) => messageOf(toAppError(thrown)),
  );
  await saveReading(ctx.db, merchant, { at, problem: await read });
}
