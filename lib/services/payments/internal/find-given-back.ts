import type { GivenBack } from "#lib/core/given-back.ts";
import type { Queryable } from "#lib/db/connection/open-store.ts";
import type { PaymentRow } from "#lib/db/payments/payments.ts";
import { findSalesOfPayments } from "#lib/db/transactions/rows-of-payments.ts";
import { findBack } from "../../transactions/mark-rows.ts";

/** `saleMinor`: the amount of the payment's sale. `elsewhere`: without the refunds that were sent from here. */
export type PaymentGivenBack = {
  saleMinor: number | null;
  givenBack: GivenBack | undefined;
  elsewhere: GivenBack | undefined;
};

/** What the ledger shows was given back of these payments, of one environment, by their ids: the same as on the pages of their sales. */
export async function findGivenBackOfPayments(
  db: Queryable,
  payments: readonly PaymentRow[],
): Promise<ReadonlyMap<string, PaymentGivenBack>> {
  const taken = payments.filter(({ kind, status }) => kind === "payment" && (status === "success" || status === "reversed"));
  const saleOf = await findSalesOfPayments(db, taken);
  const backOf = await findBack(db, [...saleOf.values()]);
  return new Map(
    [...saleOf].flatMap(([paymentId, sale]) => {
      const back = backOf.get(sale);
      if (!back) return [];
      const { marks, elsewhere } = back;
      return [[paymentId, { saleMinor: sale.amountMinor, givenBack: marks.givenBack, elsewhere }]];
    }),
  );
}
