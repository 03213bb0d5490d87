import { createHash } from "node:crypto";
import { withClient } from "#lib/db/connection/with-client.ts";
import { openBody } from "#lib/db/deliveries/delivery-body.ts";
import type { Vault } from "#lib/vault/vault.ts";

/** Compares the sender's acknowledged notices with the database. Each is a list of order ids, and must be empty. */
export type Comparison = {
  /** Acknowledged with OK, but not stored. */
  lost: string[];
  /** More than one delivery or event of one notice. */
  duplicated: string[];
  /** Without the keys or the live event that belong to the same transaction. */
  torn: string[];
  /** The stored body differs from the sent one, or cannot be read. */
  changed: string[];
};

export type CompareOptions = { databaseUrl: string; vault: Vault; acknowledged: ReadonlyMap<string, string> };

type StoredRow = { id: string; orderId: string; sha256: Buffer; body: Buffer; isWhole: boolean };

const storedQuery = `
  select d.id, d.order_id as "orderId", d.sha256, d.body,
         exists (select 1 from live_event l where l.type = 'notification' and l.data->>'id' = d.id::text)
         and exists (select 1 from event_key e where e.event_id = d.event_id
           and (e.body is not null or exists (select 1 from delivery_key k where k.delivery_id = d.id))) as "isWhole"
    from delivery d where d.verdict = 'valid'`;

export async function compare({ databaseUrl, vault, acknowledged }: CompareOptions): Promise<Comparison> {
  const rows = await withClient({ connectionString: databaseUrl }, async (client) => {
    // A server that took over knows nothing of how many rows there are, and would compare each with each.
    await client.query("analyze delivery, delivery_key, event_key, live_event");
    return (await client.query<StoredRow>(storedQuery)).rows;
  });
  const byOrder = Map.groupBy(rows, ({ orderId }) => orderId);
  const orders = [...acknowledged];
  return {
    lost: orders.filter(([orderId]) => !byOrder.has(orderId)).map(([orderId]) => orderId),
    duplicated: [...byOrder].filter(([, stored]) => stored.length > 1).map(([orderId]) => orderId),
    torn: rows.filter(({ isWhole }) => !isWhole).map(({ orderId }) => orderId),
    changed: orders
      .filter(([orderId, hash]) => byOrder.get(orderId)?.some((row) => !isAsSent(vault, row, hash)))
      .map(([id]) => id),
  };
}

/** Number of acknowledged notices that are not in the database yet. */
export function countMissing(databaseUrl: string, acknowledged: ReadonlyMap<string, string>): Promise<number> {
  return withClient({ connectionString: databaseUrl }, async (client) => {
    const { rows } = await client.query<{ count: number }>(
      "select count(*)::int as count from unnest($1::text[]) as o(id) where not exists (select 1 from delivery d where d.order_id = o.id)",
      [[...acknowledged.keys()]],
    );
    return rows[0]?.count ?? 0;
  });
}

function isAsSent(vault: Vault, { id, sha256, body }: StoredRow, hash: string): boolean {
  try {
    const opened = openBody(vault, { id, body });
    return sha256.toString("hex") === hash && createHash("sha256").update(opened).digest("hex") === hash;
  } catch {
    return false;
  }
}
