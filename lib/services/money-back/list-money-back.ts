import { type MoneyBack, type MoneyBackPage, moneyBackOperations, moneyBackPageSchema } from "#lib/contract/money-back.ts";
import { parseInput } from "#lib/core/parse-input.ts";
import { listUnconfirmed } from "#lib/db/notifications/unconfirmed.ts";
import { maskCardNumbers } from "#lib/privacy/mask.ts";
import { findSlugs, requireRole, type ServiceContext } from "../context.ts";
import { parseCursor, toCursor } from "../transactions/keyset-cursor.ts";
import { type Proven, proveMoneyBack } from "./prove-money-back.ts";
import { type Place, toScan } from "./scan-money-back.ts";

/** Payment notifications that were not answered OK, newest first, each with what proves that its money went back. */
export async function listMoneyBack(ctx: ServiceContext, question: Place & { input: unknown }): Promise<MoneyBackPage> {
  requireRole(ctx, moneyBackOperations.listMoneyBack);
  const { limit, cursor, ...filter } = parseInput(moneyBackOperations.listMoneyBack.query, question.input);
  const { query, from, to } = await toScan(ctx, question, filter);
  const { environment, merchant } = question;
  const list = { environment, merchant, list: "money-back", ...filter };
  const key = cursor === undefined ? undefined : parseCursor(cursor, list);
  const after = key && { receivedAt: key.occurredAt, seq: Number(key.id) };
  const rows = await listUnconfirmed(ctx.db, { ...query, after, limit: limit + 1 });
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const slugs = await findSlugs(
    ctx,
    shown.map(({ merchantId }) => merchantId),
  );
  const proven = await proveMoneyBack(ctx, environment, { rows: shown, withTransactions: true });
  return moneyBackPageSchema.parse({
    items: proven.map((item) => toMoneyBack(item, slugs)),
    nextCursor:
      rows.length > limit && last
        ? toCursor({ occurredAt: last.receivedAt, id: String(last.seq), merchantId: last.merchantId }, list)
        : null,
    asOf: new Date(ctx.clock.now()).toISOString(),
    from,
    to,
  });
}

export function toMoneyBack({ row, proof, match }: Proven, slugs: ReadonlyMap<string, string>): MoneyBack {
  return {
    ...{ id: row.id, merchant: slugs.get(row.merchantId) ?? "", receivedAt: row.receivedAt.toISOString() },
    ...{ method: row.method ?? "", trnref: row.trnref },
    orderId: row.orderId === null ? null : maskCardNumbers(row.orderId),
    ...{ amountMinor: row.amountMinor, currency: row.currency, verdict: row.verdict, reason: row.reason, proof },
    answered: { status: row.answerStatus, body: row.answerBody },
    transaction: match ? { id: match.row.id, reference: match.row.reference } : null,
  };
}
