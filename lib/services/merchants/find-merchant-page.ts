import { listMerchantsInput } from "#lib/contract/merchant.ts";
import { type MerchantFilter, type SyncState, syncFilters } from "#lib/contract/merchant-marks.ts";
import { parseInput } from "#lib/core/parse-input.ts";
import { findIntegrationFacts, type ListedMerchant, listMerchantPage, toSearchWords } from "#lib/db/merchants/merchant-list.ts";
import { isEmptyScope, type MerchantScope } from "#lib/db/merchants/merchant-scope.ts";
import type { MerchantFilter as StoredFilter } from "#lib/db/merchants/merchant-status.ts";
import type { ServiceContext } from "../context.ts";
import { findFreshMs, findLateAfterMs } from "../ledger-sync/summarise-sync.ts";
import { alertScope } from "./alert-scope.ts";
import { toGroupName } from "./group-scope.ts";
import { parseMerchantCursor, toMerchantCursor } from "./merchant-cursor.ts";

type Found = { merchants: ListedMerchant[]; nextCursor: string | null; nowMs: number };

/**
 * A page of the scope's merchants, without archived ones unless they are asked for; empty while the environment is not
 * connected. `nowMs` is the database's clock.
 */
export async function findMerchantPage(
  { db, vault, clock }: Pick<ServiceContext, "db" | "vault" | "clock">,
  visible: MerchantScope,
  input: unknown,
): Promise<Found> {
  const { limit, cursor, q, status, group, alert, slug: slugs, order } = parseInput(listMerchantsInput, input);
  const after = cursor === undefined ? undefined : parseMerchantCursor(cursor);
  const scope = await alertScope({ db }, visible, alert);
  const integration = isEmptyScope(scope) ? undefined : await findIntegrationFacts(db, vault, scope.environment);
  if (!integration) return { merchants: [], nextCursor: null, nowMs: clock.now() };
  // Those asked for by name are shown either way: records of an archived merchant name it.
  const archived = status === "archived" ? "only" : slugs ? "any" : "none";
  const ofEnvironment = { db, environment: scope.environment, atMs: clock.now() };
  const filter = !status || status === "archived" ? undefined : await toFilter(status, ofEnvironment);
  const ofGroup = toGroupName(group);
  const query = { scope, words: toSearchWords(q ?? ""), slugs, group: ofGroup, archived, filter, order, after } as const;
  const rows = await listMerchantPage(db, integration, { ...query, limit: limit + 1 });
  const merchants = rows.slice(0, limit);
  const last = merchants.at(-1);
  return {
    merchants,
    nextCursor: rows.length > limit && last ? toMerchantCursor(last) : null,
    nowMs: integration.nowMs,
  };
}

type Place = Pick<ServiceContext, "db"> & { environment: string; atMs: number };

async function toFilter(status: Exclude<MerchantFilter, "archived">, { db, environment, atMs }: Place): Promise<StoredFilter> {
  if (isSyncState(status)) return { sync: { state: status, freshFrom: new Date(atMs - (await findFreshMs(db, environment))) } };
  if (status === "attention") return { needsAttention: true };
  if (status === "late") return { readBefore: new Date(atMs - (await findLateAfterMs(db, environment))) };
  if (status === "silent") return { isSilent: true };
  if (status === "forward_failing") return { isForwardFailing: true };
  return { status };
}

const syncStates: ReadonlySet<MerchantFilter> = new Set(syncFilters);

function isSyncState(status: MerchantFilter): status is SyncState {
  return syncStates.has(status);
}
