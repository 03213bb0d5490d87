import { and, eq, isNull, sql } from "drizzle-orm";
import type { Queryable } from "../connection/open-store.ts";
import { merchant } from "../schema/merchant.ts";

type Marked = { slug: string; pairId: string; secretMark: string };
/** `slug` would sign in with the client ID of `other`, and with another secret. */
export type OtherSecret = { slug: string; other: string };

/**
 * Those of these merchants whose client ID a merchant that is neither among them nor archived has with another secret. One
 * of the two is wrong, and its refusal would stop both: the guard counts for the client ID.
 */
export async function findOtherSecrets(db: Queryable, environment: string, marked: readonly Marked[]): Promise<OtherSecret[]> {
  if (marked.length === 0) return [];
  const pairs = sql.param(marked.map(({ pairId }) => pairId));
  const slugs = sql.param(marked.map(({ slug }) => slug));
  const others = await db
    .select({ slug: merchant.slug, pairId: merchant.pairId, secretMark: merchant.secretMark })
    .from(merchant)
    .where(
      and(
        eq(merchant.environment, environment),
        isNull(merchant.archivedAt),
        sql`${merchant.pairId} = any(${pairs}::text[])`,
        sql`${merchant.slug} <> all(${slugs}::text[])`,
      ),
    );
  const byPair = Map.groupBy(others, ({ pairId }) => pairId);
  return marked.flatMap(({ slug, pairId, secretMark }) => {
    const other = byPair.get(pairId)?.find((row) => row.secretMark !== secretMark);
    return other ? [{ slug, other: other.slug }] : [];
  });
}

/** The same for a stored merchant, archived or not. */
export async function findOtherSecretOf(db: Queryable, id: string): Promise<OtherSecret | undefined> {
  const columns = { slug: merchant.slug, environment: merchant.environment };
  const [row] = await db
    .select({ ...columns, pairId: merchant.pairId, secretMark: merchant.secretMark })
    .from(merchant)
    .where(eq(merchant.id, id));
  if (!row?.pairId || !row.secretMark) return undefined;
  const { slug, environment, pairId, secretMark } = row;
  return (await findOtherSecrets(db, environment, [{ slug, pairId, secretMark }]))[0];
}
