import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Queryable } from "./open-store.ts";
import { ledgerFacet } from "./schema/transaction.ts";

/** What a list can be narrowed by, as one row has it. */
export type FacetValues = Omit<typeof ledgerFacet.$inferSelect, "id">;

export type FacetQuery = {
  environment: string;
  merchantIds: readonly string[];
  types?: readonly string[] | undefined;
  sign?: string | undefined;
  currency?: string | undefined;
  account?: string | undefined;
  terminal?: string | undefined;
};

/** The facets whose rows fit; none fits when this is empty. */
export async function listFacetIds(db: Queryable, query: FacetQuery): Promise<number[]> {
  const { environment, merchantIds, types, sign, currency, account, terminal } = query;
  if (merchantIds.length === 0) return [];
  const rows = await db
    .select({ id: ledgerFacet.id })
    .from(ledgerFacet)
    .where(
      and(
        eq(ledgerFacet.environment, environment),
        inArray(ledgerFacet.merchantId, [...merchantIds]),
        types && inArray(ledgerFacet.type, [...types]),
        is(ledgerFacet.sign, sign),
        is(ledgerFacet.currency, currency),
        is(ledgerFacet.accountNumber, account),
        is(ledgerFacet.terminalId, terminal),
      ),
    );
  return rows.map((row) => row.id);
}

function is(column: Parameters<typeof eq>[0], value: string | undefined): SQL | undefined {
  return value === undefined ? undefined : eq(column, value);
}

/** The facet of each of the values, in order; makes those that are new. */
export async function ensureFacets(db: Queryable, values: readonly FacetValues[]): Promise<number[]> {
  const distinct = new Map(values.map((each) => [facetName(each), each]));
  const known = new Map<string, number>();
  for (let round = 0; known.size < distinct.size && round < 2; round++) {
    if (round > 0) await db.insert(ledgerFacet).values(lacking(distinct, known)).onConflictDoNothing();
    for (const facet of await findFacets(db, lacking(distinct, known))) known.set(facetName(facet), facet.id);
  }
  return values.map((each) => known.get(facetName(each)) ?? missingFacet());
}

function missingFacet(): never {
  throw new Error("A facet that was just made is not there.");
}

function lacking(distinct: ReadonlyMap<string, FacetValues>, known: ReadonlyMap<string, number>): FacetValues[] {
  const values = [...distinct].filter(([name]) => !known.has(name)).map(([, each]) => each);
  return values.toSorted((one, other) => (facetName(one) < facetName(other) ? -1 : 1));
}

function facetName({ merchantId, type, sign, currency, accountNumber, terminalId }: FacetValues): string {
  return JSON.stringify([merchantId, type, sign, currency, accountNumber, terminalId]);
}

function findFacets(db: Queryable, values: readonly FacetValues[]) {
  const same = (column: SQL, value: string | null) => (value === null ? sql`${column} is null` : sql`${column} = ${value}`);
  const each = values.map(
    (value) =>
      sql`(${ledgerFacet.merchantId} = ${value.merchantId}::uuid and ${ledgerFacet.sign} = ${value.sign}
        and ${ledgerFacet.currency} = ${value.currency} and ${same(sql`${ledgerFacet.type}`, value.type)}
        and ${same(sql`${ledgerFacet.accountNumber}`, value.accountNumber)}
        and ${same(sql`${ledgerFacet.terminalId}`, value.terminalId)})`,
  );
  return db.select().from(ledgerFacet).where(sql.join(each, sql` or `));
}
