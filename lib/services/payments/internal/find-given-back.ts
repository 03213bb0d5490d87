import type { GivenBack } from "#lib/core/given-back.ts";
import { normaliseIdentifier } from "#lib/core/identifiers.ts";
import { isSale } from "#lib/core/transaction-types.ts";
import type { PaymentRow } from "#lib/db/payments/payments.ts";
import { findIdentifierTargets } from "#lib/db/search/identifier-search.ts";
import { findTransactionsByKey } from "#lib/db/transactions/transactions-by-key.ts";
import type { ServiceContext } from "../../context.ts";
import { markGivenBack, paymentKeyOf } from "../../transactions/mark-rows.ts";

/** Of each payment, its sale, and its fees and refunds under the same reference. */
const targetsOfOne = 10;

/** What the ledger shows was given back of these payments, of one environment, by their ids: the same as on the pages of their sales. */
export async function findGivenBackOfPayments(
  ctx: Pick<ServiceContext, "db">,
  payments: readonly PaymentRow[],
): Promise<ReadonlyMap<string, GivenBack>> {
  const taken = payments.filter(({ kind, status }) => kind === "payment" && (status === "success" || status === "reversed"));
  const [first] = taken;
  if (!first) return new Map();
  const { environment } = first;
  const targets = await findIdentifierTargets(ctx.db, {
    scope: { environment, merchantIds: [...new Set(taken.map(({ merchantId }) => merchantId))] },
    kinds: ["transaction"],
    fields: ["referenceNumber"],
    values: taken.map(({ referenceNumber }) => normaliseIdentifier(referenceNumber)),
    limit: targetsOfOne * taken.length,
  });
  const keys = targets.map(({ merchantId, targetId: id }) => ({ merchantId, id }));
  const marks = await markGivenBack(ctx, (await findTransactionsByKey(ctx.db, environment, keys)).filter(isSale));
  const given = new Map([...marks].map(([sale, { givenBack }]) => [paymentKeyOf(sale), givenBack]));
  return new Map(
    taken.flatMap((payment) => {
      const givenBack = given.get(paymentKeyOf(payment));
      return givenBack ? [[payment.id, givenBack]] : [];
    }),
  );
}
