import { sql } from "drizzle-orm";
import type { IdentifierHit } from "./identifier-search.ts";
import type { Queryable } from "./open-store.ts";

type Question = {
  environment: string;
  merchantIds: readonly string[];
  digits: string;
  amounts: readonly string[];
  limit: number;
};

/** What both a card's last digits and an amount name, newest first. What one target is known by shares its time. */
export async function findCardAndAmount(
  db: Queryable,
  { environment, merchantIds, digits, amounts, limit }: Question,
): Promise<IdentifierHit[]> {
  if (merchantIds.length === 0) return [];
  const { rows } = await db.execute<Omit<IdentifierHit, "occurredAt" | "exact"> & { occurred_at: string }>(sql`
    select distinct on (card.occurred_at, card.target_id) card.environment, card.merchant_id as "merchantId", card.kind,
      card.target_id as "targetId", card.field, card.value, card.occurred_at::text
    from identifier card join identifier amount on amount.merchant_id = card.merchant_id and amount.occurred_at = card.occurred_at
      and amount.kind = card.kind and amount.target_id = card.target_id and amount.field = 'amount'
      and amount.value = any(${sql.param([...amounts])}::text[] collate "C")
    where card.environment = ${environment} and card.merchant_id = any(${sql.param([...merchantIds])}::uuid[])
      and card.field = 'pan' and card.value = ${digits} collate "C"
    order by card.occurred_at desc, card.target_id limit ${limit}`);
  return rows.map(({ occurred_at, ...row }) => ({ ...row, occurredAt: new Date(occurred_at), exact: true }));
}
