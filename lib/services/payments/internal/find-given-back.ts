import { zoneSpreadMs } from "#lib/core/gateway-zone.ts";
import type { GivenBack } from "#lib/core/given-back.ts";
import type { FoundAs } from "#lib/core/payment-state.ts";
import type { Queryable } from "#lib/db/connection/open-store.ts";
import type { PaymentRow } from "#lib/db/payments/payments.ts";
import { findReadIn } from "#lib/db/restore/found-payments.ts";
import { findReturnsOfPayments, findSalesOfPayments } from "#lib/db/transactions/rows-of-payments.ts";
import type { TransactionRow } from "#lib/db/transactions/transactions.ts";
import { findBack } from "../../transactions/mark-rows.ts";
import { latestMs, skewMs } from "./compare-payment.ts";
import { isOwnReference } from "./generate-reference.ts";

/**
 * `saleMinor`: the amount of the payment's sale, null where the ledger has none. `elsewhere`: without the refunds that were sent from
 * here.
 */
export type PaymentGivenBack = {
  saleMinor: number | null;
  givenBack: GivenBack | undefined;
  elsewhere: GivenBack | undefined;
  foundAs: FoundAs | undefined;
};

/** What the ledger shows was given back of these payments, of one environment, by their ids: the same as on the pages of their sales. */
export async function findGivenBackOfPayments(
  db: Queryable,
  payments: readonly PaymentRow[],
): Promise<ReadonlyMap<string, PaymentGivenBack>> {
  const taken = payments.filter(({ kind, status }) => kind === "payment" && (status === "success" || status === "reversed"));
  const saleOf = await findSalesOfPayments(db, taken);
  const backOf = await findBack(db, [...saleOf.values()]);
  const foundAs = await findDoubtful(db, taken, saleOf);
  return new Map(
    taken.flatMap(({ id }): [string, PaymentGivenBack][] => {
      const sale = saleOf.get(id);
      const back = sale && backOf.get(sale);
      const doubt = foundAs.get(id);
      if (!back && !doubt) return [];
      const saleMinor = sale?.amountMinor ?? null;
      return [[id, { saleMinor, givenBack: back?.marks.givenBack, elsewhere: back?.elsewhere, foundAs: doubt }]];
    }),
  );
}

/**
 * Those that may be refunds which another client sent: a terminal's list shows both alike. They were read in after a restore under
 * a reference that is not ours. A payment it is when it is the only one under the reference, and the ledger has its sale at that time
 * and no return of the same amount near it.
 */
async function findDoubtful(
  db: Queryable,
  taken: readonly PaymentRow[],
  saleOf: ReadonlyMap<string, TransactionRow>,
): Promise<ReadonlyMap<string, FoundAs>> {
  const strange = taken.filter(({ createdBy, referenceNumber }) => createdBy === null && !isOwnReference(referenceNumber));
  const readIn = await findReadIn(
    db,
    strange.map(({ id }) => id),
  );
  const found = strange.filter(({ id }) => readIn.has(id));
  const returnOf = await findReturnsOfPayments(db, found);
  return new Map(
    found.flatMap((payment): [string, FoundAs][] => {
      const isSale = isWithin(saleOf.get(payment.id), payment, { beforeMs: skewMs, afterMs: latestMs });
      const nearMs = latestMs + zoneSpreadMs;
      const isReturn = isWithin(returnOf.get(payment.id), payment, { beforeMs: nearMs, afterMs: nearMs });
      const isAlone = readIn.get(payment.id) === false;
      if (isAlone && isSale !== isReturn) return isSale ? [] : [[payment.id, "refund"]];
      return [[payment.id, "unclear"]];
    }),
  );
}

function isWithin(
  row: TransactionRow | undefined,
  { createdAt }: PaymentRow,
  { beforeMs, afterMs }: { beforeMs: number; afterMs: number },
): boolean {
  const apartMs = row ? row.occurredAt.getTime() - createdAt.getTime() : Number.NaN;
  return apartMs >= -beforeMs && apartMs <= afterMs;
}
