import { and, asc, eq, isNotNull, isNull, not, type SQL, sql } from "drizzle-orm";
import type { AlertRule } from "#lib/contract/alert-marks.ts";
import type { IdentityStatus } from "#lib/gateway/permit.ts";
import type { Vault } from "#lib/vault/vault.ts";
import { isExcepted } from "../alerts/rule-settings.ts";
import type { Queryable } from "../connection/open-store.ts";
import { openCredential } from "../lockout/credentials.ts";
import { toIntegrationId } from "../lockout/permit-rows.ts";
import { type PairFacts, readIdentityStatus } from "../lockout/permit-status.ts";
import { environment } from "../schema/environment.ts";
import { identityIntegration, identityPair } from "../schema/identity.ts";
import { merchant } from "../schema/merchant.ts";
import { ledgerSync } from "../schema/sync-run.ts";
import { inGroup } from "./merchant-groups.ts";
import { inScope, type MerchantScope } from "./merchant-scope.ts";
import {
  hasConnection,
  hasIssue,
  hasSync,
  type IntegrationFacts,
  isForwardFailing,
  isLate,
  isSilent,
  type MerchantFilter,
} from "./merchant-status.ts";
import { findWithoutCertificate } from "./merchant-troubles.ts";

export type MerchantQuery = {
  scope: MerchantScope;
  /** Prefixes of words, as `toSearchWords` makes them. */
  words?: readonly string[];
  slugs?: readonly string[] | undefined;
  /** A group's name, or null for those without one. */
  group?: string | null | undefined;
  /** Archived ones alone, all others, or both. */
  archived?: "only" | "none" | "any";
  filter?: MerchantFilter | undefined;
  order: "slug" | "name";
  /** The last merchant of the previous page. */
  after?: { slug: string; name: string } | undefined;
  limit: number;
};

/** A merchant with the state of its connection, notifications and ledger sync. */
export type ListedMerchant = {
  id: string;
  slug: string;
  name: string;
  sid: string | null;
  groupName: string | null;
  credentialFingerprint: string;
  updatedAt: Date;
  updatedBy: string;
  archivedAt: Date | null;
  identity: IdentityStatus;
  lacksCertificate: boolean;
  hasFailedSync: boolean;
  lastReadAt: Date | null;
};

/** Failed attempts of an environment's integration, by the database's clock; undefined where none is connected. */
export async function findIntegrationFacts(db: Queryable, vault: Vault, id: string): Promise<IntegrationFacts | undefined> {
  const [connected] = await db
    .select({ clientId: environment.clientId, clientSecret: environment.clientSecret, now: sql<string>`clock_timestamp()` })
    .from(environment)
    .where(eq(environment.id, id));
  if (!connected) return undefined;
  const { clientId } = openCredential(vault, "environment", id, connected);
  const [row] = await db
    .select({ failedAttempts: identityIntegration.failedAttempts })
    .from(identityIntegration)
    .where(eq(identityIntegration.id, toIntegrationId(vault, id, clientId)));
  return { failedAttempts: row?.failedAttempts ?? [], nowMs: new Date(connected.now).getTime() };
}

/** One page, by slug or by name. Two statements for any number of merchants. */
export async function listMerchantPage(
  db: Queryable,
  integration: IntegrationFacts,
  query: MerchantQuery,
): Promise<ListedMerchant[]> {
  const rows = await db
    .select({ merchant: plainColumns, pair: pairColumns, hasFailedSync, lastReadAt })
    .from(merchant)
    .leftJoin(identityPair, eq(identityPair.id, merchant.pairId))
    .leftJoin(ledgerSync, eq(ledgerSync.merchantId, merchant.id))
    .where(toCondition(integration, query))
    .orderBy(...(query.order === "name" ? [asc(merchant.name), asc(merchant.slug)] : [asc(merchant.slug)]))
    .limit(query.limit);
  const ids = rows.map((row) => row.merchant.id);
  const withoutCertificate = await findWithoutCertificate(db, ids, new Date(integration.nowMs));
  return rows.map((row) => {
    const { secretMark, ...plain } = row.merchant;
    return {
      ...plain,
      identity: readIdentityStatus({ integration, pair: row.pair ?? untried, nowMs: integration.nowMs }, secretMark),
      lacksCertificate: withoutCertificate.has(plain.id),
      hasFailedSync: row.hasFailedSync,
      lastReadAt: row.lastReadAt === null ? null : new Date(row.lastReadAt),
    };
  });
}

/** The number of a scope's merchants that are not archived. */
export function countMerchants(db: Queryable, scope: MerchantScope): Promise<number> {
  const isListed = inScope(scope, { environment: merchant.environment, merchantId: merchant.id });
  return db.$count(merchant, and(isListed, isNull(merchant.archivedAt)));
}

/** The typed words in the form of `merchant.search_text`. */
export function toSearchWords(text: string): string[] {
  const plain = text
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase();
  return plain.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== "");
}

const plainColumns = {
  id: merchant.id,
  slug: merchant.slug,
  name: merchant.name,
  sid: merchant.sid,
  groupName: merchant.groupName,
  credentialFingerprint: merchant.credentialFingerprint,
  secretMark: merchant.secretMark,
  updatedAt: merchant.updatedAt,
  updatedBy: merchant.updatedBy,
  archivedAt: merchant.archivedAt,
};

const pairColumns = {
  id: identityPair.id,
  failedAttempts: identityPair.failedAttempts,
  state: identityPair.state,
  provenMark: identityPair.provenMark,
  inflightUntil: identityPair.inflightUntil,
  held: sql<true | null>`case when ${identityPair.held} is not null then true end`,
  cachedUntil: identityPair.cachedUntil,
  cachedLifeMs: identityPair.cachedLifeMs,
  cachedScope: identityPair.cachedScope,
  cachedAt: identityPair.cachedAt,
  lastSuccessAt: identityPair.lastSuccessAt,
  lastErrorAt: identityPair.lastErrorAt,
  lastError: identityPair.lastError,
};

/** A pair that was never used has no row. */
const untried: PairFacts = {
  failedAttempts: [],
  state: "closed",
  provenMark: null,
  inflightUntil: null,
  held: null,
  cachedUntil: null,
  cachedLifeMs: null,
  cachedScope: null,
  cachedAt: null,
  lastSuccessAt: null,
  lastErrorAt: null,
  lastError: null,
};

const hasFailedSync = sql<boolean>`coalesce(${ledgerSync.problem} is not null, false)`;
/** Older days are read only for a merchant whose recent days were never complete. */
const lastReadAt = sql<string | null>`coalesce(${ledgerSync.recentReadAt},
  (select max(days.read_at) from ledger_read days where days.merchant_id = ${merchant.id}))`;

function toCondition(integration: IntegrationFacts, query: MerchantQuery): SQL | undefined {
  const { scope, words = [], slugs, group, archived = "none", filter, order, after } = query;
  const afterCondition = after && (order === "name" ? behindName(after) : sql`${merchant.slug} > ${after.slug}`);
  return and(
    inScope(scope, { environment: merchant.environment, merchantId: merchant.id }),
    ...words.map((word) => sql`${merchant.searchText} like ${`% ${word}%`}`),
    archived === "any" ? undefined : archived === "only" ? isNotNull(merchant.archivedAt) : isNull(merchant.archivedAt),
    slugs && sql`${merchant.slug} = any(${sql.param([...slugs])}::text[])`,
    group === undefined ? undefined : inGroup(group),
    filter?.status && hasConnection(filter.status, integration),
    filter?.sync && hasSync(filter.sync),
    filter?.needsAttention && hasIssue(integration),
    // The lists of what alerts are about: without the merchants that these leave out.
    filter?.readBefore && and(isLate(filter.readBefore), isWatchedBy("ledger_late")),
    filter?.isSilent && and(isSilent, isWatchedBy("silence")),
    filter?.isForwardFailing && and(isForwardFailing, isWatchedBy("forward_failing")),
    afterCondition,
  );
}

const isWatchedBy = (rule: AlertRule) => not(isExcepted(rule, merchant.id));

const behindName = (after: { slug: string; name: string }) =>
  sql`(${merchant.name}, ${merchant.slug}) > (${after.name}, ${after.slug})`;
