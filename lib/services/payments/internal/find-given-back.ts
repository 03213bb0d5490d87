import type { GivenBack } from "#lib/core/given-back.ts";
import { normaliseIdentifier } from "#lib/core/identifiers.ts";
import { isSale } from "#lib/core/transaction-types.ts";
import type { Queryable } from "#lib/db/connection/open-store.ts";
import type { PaymentRow } from "#lib/db/payments/payments.ts";
import { findIdentifierTargets } from "#lib/db/search/identifier-search.ts";
import { findTransactionsByKey } from "#lib/db/transactions/transactions-by-key.ts";
import { findBack, recordedKeysOf, saleKeyOf } from "../../transactions/mark-rows.ts";

/** Of each payment, its sale, and its fees and refunds under the same reference. */
const targetsOfOne = 10;

/** `elsewhere`: without the refunds that were sent from here. */
export type PaymentGivenBack = { givenBack: GivenBack | undefined; elsewhere: GivenBack | undefined };

/** What the ledger shows was given back of these payments, of one environment, by their ids: the same as on the pages of their sales. */
export async function findGivenBackOfPayments(
  db: Queryable,
  payments: readonly PaymentRow[],
): Promise<ReadonlyMap<string, PaymentGivenBack>> {
  const taken = payments.filter(({ kind, status }) => kind === "payment" && (status === "success" || status === "reversed"));
  const [first] = taken;
  if (!first) return new Map();
  const { environment } = first;
  const targets = await findIdentifierTargets(db, {
    scope: { environment, merchantIds: [...new Set(taken.map(({ merchantId }) => merchantId))] },
    kinds: ["transaction"],
    fields: ["referenceNumber"],
    values: taken.map(({ referenceNumber }) => normaliseIdentifier(referenceNumber)),
    limit: targetsOfOne * taken.length,
  });
  const keys = targets.map(({ merchantId, targetId: id }) => ({ merchantId, id }));
  const found = await findBack(db, (await findTransactionsByKey(db, environment, keys)).filter(isSale));
  const backOf = new Map([...found].map(([sale, back]) => [saleKeyOf(sale), back]));
  return new Map(
    taken.flatMap((payment) => {
      const [back] = recordedKeysOf(payment).flatMap((key) => backOf.get(key) ?? []);
      return back ? [[payment.id, { givenBack: back.marks.givenBack, elsewhere: back.elsewhere }]] : [];
    }),
  );
}
