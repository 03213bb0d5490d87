import type { Hit } from "#lib/contract/find.ts";
import { isMention } from "#lib/core/verification.ts";
import { hashIdentifier } from "#lib/db/deliveries/delivery-derived.ts";
import { findUnverifiedExactly, findUnverifiedNumbers } from "#lib/db/deliveries/unverified-numbers.ts";
import type { MerchantScope } from "#lib/db/merchants/merchant-scope.ts";
import { findCardAndAmount } from "#lib/db/search/card-and-amount.ts";
import { findIdentifiers, type IdentifierHit } from "#lib/db/search/identifier-search.ts";
import type { ServiceContext } from "../context.ts";
import { parseCardAndAmount } from "./card-and-amount.ts";
import { findJoinedTransactions } from "./joined-transactions.ts";
import { mergeByPayment } from "./merge-by-payment.ts";
import { toSearchValues } from "./parse-query.ts";
import { type FoundHit, toHits, uniqueBy } from "./to-hits.ts";

/** Maximum number of unverified notifications among the results. */
const unverifiedMax = 10;

type Options = {
  texts: readonly string[];
  limit: number;
  /** Whether the last days may be read from the gateway when a notification's transaction is not stored yet. */
  readsLedger: boolean;
};

/**
 * Stored matches of each text, for the search box and the palette: an identifier or its beginning, or card digits with an
 * amount. Exact hits first, hits of one payment together; for several texts only exact hits. Unverified notifications have a
 * separate limit and come last.
 */
export async function searchHere(
  ctx: ServiceContext,
  scope: MerchantScope,
  { texts, limit, readsLedger }: Options,
): Promise<Hit[]> {
  const [found, unverified] = await Promise.all([
    Promise.all(texts.map((text) => findKnown(ctx, { scope, limit, isWhole: texts.length > 1 }, text))),
    findUnverified(ctx, scope, texts),
  ]);
  const known = found.flat();
  const [own, joined, others] = await Promise.all([
    toHits(ctx.db, known),
    findJoinedTransactions(ctx, known, { readsLedger }),
    toHits(ctx.db, unverified),
  ]);
  const hits = uniqueBy([...own, ...joined, ...others], ({ href }) => href);
  return mergeByPayment(hits.toSorted((left, right) => rank(left) - rank(right)));
}

function rank(hit: FoundHit): number {
  return (hit.exact ? 0 : 2) + (isMention(hit) ? 1 : 0);
}

type SearchOptions = { scope: MerchantScope; limit: number; isWhole: boolean };

async function findKnown(ctx: ServiceContext, asked: SearchOptions, text: string): Promise<IdentifierHit[]> {
  const pairs = await Promise.all(parseCardAndAmount(text).map((pair) => findCardAndAmount(ctx.db, { ...asked, ...pair })));
  if (pairs.flat().length > 0) return pairs.flat();
  const hits = await Promise.all(
    toSearchValues(text).map((value) =>
      findIdentifiers(ctx.db, { ...asked, value, hashedValue: hashIdentifier(ctx.vault, value) }),
    ),
  );
  return hits.flat().toSorted(exactFirst);
}

function exactFirst(left: IdentifierHit, right: IdentifierHit): number {
  return Number(right.exact) - Number(left.exact) || right.occurredAt.getTime() - left.occurredAt.getTime();
}

async function findUnverified(ctx: ServiceContext, scope: MerchantScope, texts: readonly string[]): Promise<IdentifierHit[]> {
  const values = texts.flatMap(toSearchValues);
  const limit = unverifiedMax;
  const hits =
    texts.length > 1
      ? await findUnverifiedExactly(ctx.db, { scope, values, limit })
      : (await Promise.all(values.map((value) => findUnverifiedNumbers(ctx.db, { scope, value, limit })))).flat();
  return hits.map(({ merchantId, deliveryId: targetId, field, value, exact, at: occurredAt }) => {
    return { environment: scope.environment, merchantId, kind: "notification", targetId, field, value, exact, occurredAt };
  });
}
