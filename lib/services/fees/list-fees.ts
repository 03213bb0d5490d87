import { type FeePage, type FeeRecord, feeOperations, feePageSchema } from "#lib/contract/fees.ts";
import type { Environment } from "#lib/core/identifiers.ts";
import { parseInput } from "#lib/core/parse-input.ts";
import { toSafeInteger } from "#lib/core/safe-integer.ts";
import { markEstimated } from "#lib/core/zoned-time.ts";
import { type FeeRow, listFeeRates } from "#lib/db/transactions/fee-rates.ts";
import { findSlugs, requireRole, type ServiceContext } from "../context.ts";
import { parseCursor, toCursor } from "../transactions/keyset-cursor.ts";
import { findFeesSynced, toFeeScan } from "./scan-fees.ts";

/** Stored sales with their fees, and fees alone, newest first. */
export async function listFees(
  ctx: ServiceContext,
  { environment, input }: { environment: Environment; input: unknown },
): Promise<FeePage> {
  requireRole(ctx, feeOperations.listFees);
  const { limit, cursor, kind, ...filter } = parseInput(feeOperations.listFees.query, input);
  const scan = await toFeeScan(ctx, environment, filter);
  const { query, from, to } = scan;
  const list = { environment, list: "fees", kind, ...filter };
  const key = cursor === undefined ? undefined : parseCursor(cursor, list);
  const after = key && { atMs: key.occurredAt.getTime(), id: key.id, merchantId: key.merchantId };
  const rows = await listFeeRates(ctx.db, { ...query, kind, after, limit: limit + 1 });
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const slugs = await findSlugs(
    ctx,
    shown.map(({ merchantId }) => merchantId),
  );
  return feePageSchema.parse({
    items: shown.map((row) => toFeeRecord(row, slugs)),
    nextCursor: rows.length > limit && last ? toCursor({ ...last, occurredAt: new Date(last.atMs) }, list) : null,
    ...(await findFeesSynced(ctx, scan)),
    from,
    to,
  });
}

export function toFeeRecord(
  { merchantId, atMs, atText, saleMinor, feeMinor, ...row }: FeeRow,
  slugs: ReadonlyMap<string, string>,
): FeeRecord {
  return {
    ...row,
    merchant: slugs.get(merchantId) ?? "",
    occurredAt: new Date(atMs).toISOString(),
    ...markEstimated(atText),
    saleMinor: toMinor(saleMinor),
    feeMinor: toMinor(feeMinor),
  };
}

function toMinor(text: string | null): number | null {
  return text === null ? null : toSafeInteger(BigInt(text));
}
