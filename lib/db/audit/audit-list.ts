import { and, asc, desc, eq, gt, isNull, like, lt, or, type SQL, sql } from "drizzle-orm";
import type { auditFilters } from "#lib/contract/filters.ts";
import { VaultError } from "#lib/vault/aead.ts";
import type { Vault } from "#lib/vault/vault.ts";
import type { Queryable } from "../connection/open-store.ts";
import { audit } from "../schema/audit.ts";
import { type FilterConditions, filterConditions, type QueryFilters, withinRange } from "../search/filter-conditions.ts";
import { type NameOf, readNames, storedNameOf } from "../staff/person-names.ts";
import { openDetail } from "./audit.ts";

/** With staff addresses and the action's details in plain text. */
export type AuditRow = Omit<typeof audit.$inferSelect, "sealedDetail"> & { detail: unknown };

type Stored = { db: Queryable; vault: Vault };

export type AuditQuery = QueryFilters<typeof auditFilters> & {
  environment: string;
  /** Only rows of these merchants, written `environment/slug`, and actions of this staff member. */
  within?: { staffId: string; merchants: readonly string[] };
  /** Rows older than this one, newest first. */
  afterId?: number | undefined;
  limit: number;
};

/** Actions in the environment and those without one (staff, sign-in, vault), newest first. */
export async function listAuditRows({ db, vault }: Stored, query: AuditQuery): Promise<AuditRow[]> {
  const toStoredName = (text: string) => (text.includes("@") ? storedNameOf(vault, text) : text);
  const { environment, within, afterId, limit } = query;
  const conditions: FilterConditions<QueryFilters<typeof auditFilters>> = {
    ...withinRange(audit.at),
    act: (act) => like(audit.act, `${act.replace(/[\\%_]/g, "\\$&")}%`),
    actor: (actor) => eq(audit.actor, toStoredName(actor)),
    merchant: audit.merchant,
    target: (target) => eq(audit.target, toStoredName(target)),
  };
  const filters: (SQL | undefined)[] = [
    or(eq(audit.environment, environment), isNull(audit.environment)),
    ...filterConditions(query, conditions),
    within && or(eq(audit.staffId, within.staffId), isAmong(slugsIn(environment, within.merchants))),
    afterId === undefined ? undefined : lt(audit.id, afterId),
  ];
  const rows = await db
    .select()
    .from(audit)
    .where(and(...filters))
    .orderBy(desc(audit.id))
    .limit(limit);
  const nameOf = await readNames({ db, vault });
  return rows.map((row) => toAuditRow(row, nameOf, openDetail(vault, row)));
}

/** One parameter for any number of merchants. */
const isAmong = (slugs: readonly string[]) => sql`${audit.merchant} = any(${sql.param([...slugs])}::text[])`;

function slugsIn(environment: string, merchants: readonly string[]): string[] {
  const prefix = `${environment}/`;
  return merchants.filter((merchant) => merchant.startsWith(prefix)).map((merchant) => merchant.slice(prefix.length));
}

function toAuditRow({ sealedDetail: _sealed, ...row }: typeof audit.$inferSelect, nameOf: NameOf, detail: unknown): AuditRow {
  return { ...row, actor: nameOf(row.actor), target: row.target === null ? null : nameOf(row.target), detail };
}

/** A row whose detail cannot be opened is marked: it was changed or moved. */
export type ChainRow = AuditRow & { isOpen: boolean };

/** The chain in its own order, in batches, after `afterId`. */
export async function* readChain({ db, vault }: Stored, afterId: number, rowsAtOnce = 1_000): AsyncGenerator<ChainRow> {
  const nameOf = await readNames({ db, vault });
  for (let last = afterId, isEnd = false; !isEnd; ) {
    const rows = await db.select().from(audit).where(gt(audit.id, last)).orderBy(asc(audit.id)).limit(rowsAtOnce);
    yield* rows.map((row) => toChainRow(vault, row, nameOf));
    last = rows.at(-1)?.id ?? last;
    isEnd = rows.length < rowsAtOnce;
  }
}

function toChainRow(vault: Vault, row: typeof audit.$inferSelect, nameOf: NameOf): ChainRow {
  try {
    return { ...toAuditRow(row, nameOf, openDetail(vault, row)), isOpen: true };
  } catch (error) {
    if (error instanceof VaultError) return { ...toAuditRow(row, nameOf, {}), isOpen: false };
    throw error;
  }
}
