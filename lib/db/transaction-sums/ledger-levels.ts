import { type SQL, sql } from "drizzle-orm";
import { transaction } from "../schema/transaction.ts";

/**
 * How rows of the ledger are summed: by the facets of each merchant, or by the kinds of the whole environment, which are
 * few for any number of merchants.
 */
export type Level = {
  /** Its facets, with their attributes. */
  facets: SQL;
  /** The column of its facets with their kind. */
  kind: SQL;
  /** The sums of their days by `facet_id`. */
  days: SQL;
  /** They belong to the whole environment and include rows of all merchants. */
  isShared: boolean;
  /** The column of a row with its facet or kind. */
  column: typeof transaction.facetId | typeof transaction.kindId;
};

export const byMerchants: Level = {
  facets: sql`ledger_facet`,
  kind: sql`kind_id`,
  days: sql`ledger_day`,
  isShared: false,
  column: transaction.facetId,
};

export const byKinds: Level = {
  facets: sql`ledger_kind`,
  kind: sql`id`,
  days: sql`(select kind_id as facet_id, day, rows, credit_minor, debit_minor from ledger_kind_day)`,
  isShared: true,
  column: transaction.kindId,
};

/** The same with the sums of these merchants only. */
export function byKindsOf(merchantIds: readonly string[]): Level {
  const days = sql`(
    select kind_id as facet_id, day, rows, credit_minor, debit_minor from ledger_day
    where merchant_id = any(${sql.param([...merchantIds])}::uuid[]))`;
  return { ...byKinds, days };
}
