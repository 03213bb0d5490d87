import { transactionHref } from "#components/transaction-href.ts";
import type { CallRecord } from "./call-store.ts";

type Place = { environment: string; merchant: string };

// A page and a preview make the same record, so that it is gathered once.

/** By its reference, which a sale and its fee share; by its id where it has none. */
export function toTransactionRecord(
  { environment, merchant }: Place,
  { reference, id, name }: { reference: string | null; id: string; name: string | null },
): CallRecord {
  const key = reference ?? id;
  const href = transactionHref(environment, { merchant, reference, id });
  return { environment, merchant, kind: reference === null ? "id" : "reference", key, name: name ?? key, href };
}

type Named = { key: string; name: string | null };

export function toNotificationRecord({ environment, merchant }: Place, { key, name }: Named): CallRecord {
  const href = `/${environment}/${merchant}/notifications/${key}`;
  return { environment, merchant, kind: "notification", key, name: name ?? key, href };
}

export function toPaymentRecord({ environment, merchant }: Place, { key, name }: Named): CallRecord {
  return { environment, merchant, kind: "payment", key, name: name ?? key, href: `/${environment}/${merchant}/payments/${key}` };
}
