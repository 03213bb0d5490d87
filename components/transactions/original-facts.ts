"use client";

import { useTranslations } from "next-intl";
import type { RecordFact } from "#components/record/record-facts.tsx";
import { transactionHref } from "#components/transaction-href.ts";
import type { TransactionDetail } from "#lib/contract/transaction.ts";
import { moneyBackGroup } from "#lib/core/transaction-types.ts";

/** Of a refund, reversal or chargeback: the sale that it gives back, and why. */
export function useOriginalFacts({ original, rows, merchant }: TransactionDetail, environment: string): RecordFact[] {
  const t = useTranslations("records.facts.original");
  const ofPayment = useTranslations("payments");
  const group = rows.map(moneyBackGroup).find((known) => known !== undefined);
  if (!original || !group) return [];
  const { reference, paymentId, description } = original;
  const ofTransaction = reference === null ? undefined : transactionHref(environment, { merchant, reference, id: "" });
  return [
    {
      label: t(group),
      value: reference ?? ofPayment("related.original"),
      href: ofTransaction ?? `/${environment}/${merchant}/payments/${paymentId}`,
    },
    { label: ofPayment("summary.reason"), value: description },
  ];
}
