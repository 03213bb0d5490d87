import type { Hit } from "../../contract/find.ts";
import { type QuickFind, quickFindInput, quickFindSchema } from "../../contract/quick-find.ts";
import type { Environment } from "../../core/identifiers.ts";
import { parseInput } from "../../core/parse-input.ts";
import { findCardAndAmount } from "../../store/card-and-amount.ts";
import { findIdentifiers, type IdentifierHit } from "../../store/identifier-search.ts";
import type { MerchantRow } from "../../store/merchants.ts";
import { requireRole, type ServiceContext, visibleMerchants } from "../context.ts";
import { toFindQuery } from "../find/parse-query.ts";
import { toHits } from "../find/to-hits.ts";
import { parseCardAndAmount } from "./card-and-amount.ts";

const hitsMax = 12;

type Place = { environment: Environment; merchants: readonly MerchantRow[] };

/**
 * What the desk itself has of what is being typed, exact fits first: an identifier or its beginning, or card digits with
 * an amount. Of several values, as a pasted text holds them, only what fits one exactly. Never asks a gateway.
 */
export async function quickFind(
  ctx: ServiceContext,
  { environment, input }: { environment: Environment; input: unknown },
): Promise<QuickFind> {
  requireRole(ctx, "viewer");
  const { values } = parseInput(quickFindInput, input);
  const place = { environment, merchants: await visibleMerchants(ctx, environment) };
  const found = await Promise.all(values.map((text) => findOne(ctx, place, text)));
  const wanted = values.length === 1 ? found.flat() : found.flat().filter(({ exact }) => exact);
  const hits = await toHits(ctx.db, wanted, place.merchants);
  return quickFindSchema.parse({ hits: uniqueHits(hits).slice(0, hitsMax) });
}

async function findOne(ctx: ServiceContext, { environment, merchants }: Place, text: string): Promise<IdentifierHit[]> {
  const merchantIds = merchants.map(({ id }) => id);
  const place = { environment, merchantIds, limit: hitsMax };
  const pairs = await Promise.all(parseCardAndAmount(text).map((pair) => findCardAndAmount(ctx.db, { ...place, ...pair })));
  if (pairs.flat().length > 0) return pairs.flat();
  const { value } = toFindQuery(text);
  return value === "" ? [] : findIdentifiers(ctx.db, { ...place, value, hashedValue: ctx.vault.hash(value) });
}

function uniqueHits(hits: readonly Hit[]): Hit[] {
  const byHref = new Map<string, Hit>();
  for (const hit of hits) if (!byHref.has(hit.href)) byHref.set(hit.href, hit);
  return [...byHref.values()].toSorted((one, other) => Number(other.exact) - Number(one.exact));
}
