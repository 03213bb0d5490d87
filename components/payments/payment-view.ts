"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useSay } from "#components/language/say.ts";
import { useMerchant } from "#components/merchants/use-merchant.ts";
import type { RecordView } from "#components/record/record-page.tsx";
import { useMoneyText } from "#components/record/use-money-text.ts";
import { inOrder, useRelatedEvents } from "#components/record/use-related-events.ts";
import type { RecordEvent } from "#components/record/what-happened.tsx";
import type { PaymentDetail } from "#lib/contract/payment.ts";
import { paymentAmount, paymentCard, paymentDetailState } from "#lib/contract/record-state.ts";
import { whoAmIQuery } from "#lib/queries/session.ts";
import { statusTones } from "./payment-status.ts";
import { readNote } from "./read-note.ts";

/** A terminal payment as its page shows it. */
export function usePaymentView(payment: PaymentDetail, environment: string): RecordView {
  const t = useTranslations("records.next");
  const base = `/${environment}/${payment.merchant}`;
  const state = paymentDetailState(payment);
  const events = useEvents(payment, base);
  const facts = useFacts(payment, base);
  const merchant = useMerchant(environment, payment.merchant);
  const { data: me } = useQuery(whoAmIQuery());
  const mayTake = me !== undefined && me.staff.role !== "viewer" && !merchant?.archivedAt;
  const again = { href: `${base}/payments/new?again=${payment.paymentId}`, label: t("chargeAgain") };
  return {
    merchant: payment.merchant,
    money: paymentAmount(payment),
    state,
    name: payment.referenceNumber,
    next: state.name === "not_charged" && mayTake ? again : undefined,
    events,
    facts,
  };
}

function useFacts(payment: PaymentDetail, base: string): RecordView["facts"] {
  const t = useTranslations("payments");
  const ofRecord = useTranslations("records.facts");
  const money = useMoneyText();
  const { currency, transaction, originalId, status, kind } = payment;
  const isRefundable = status === "success" && kind === "payment";
  return [
    { label: ofRecord("card"), value: paymentCard(payment) },
    { label: t("summary.terminal"), value: payment.terminalId },
    { label: t("summary.tip"), value: payment.tipMinor > 0 ? money({ amountMinor: payment.tipMinor, currency }) : null },
    {
      label: t("summary.leftToRefund"),
      value: isRefundable ? money({ amountMinor: payment.refundableMinor, currency }) : null,
    },
    {
      label: t("related.transaction"),
      value: transaction?.reference ?? t(`related.${noTransaction(payment)}`),
      href: transaction ? `${base}/transactions/${encodeURIComponent(transaction.reference)}` : undefined,
    },
    {
      label: t("related.refundOf"),
      value: originalId && t("related.original"),
      href: originalId ? `${base}/payments/${originalId}` : undefined,
    },
    { label: t("summary.ownReference"), value: payment.ownReference, isIdentifier: true },
    { label: t(kind === "refund" ? "summary.reason" : "summary.description"), value: payment.description },
    { label: t("summary.takenBy"), value: payment.createdBy },
  ];
}

/** States in which money may have moved. */
const hasLedgerRow = new Set<string>(["success", "reversed", "in_progress", "unknown", "sending"]);

/** An empty list proves nothing about the money. */
function noTransaction({ status, outcome }: PaymentDetail): "notYetRead" | "notFound" | "noMoneyMoved" {
  if (hasLedgerRow.has(status)) return "notYetRead";
  return outcome?.verdict === "did_not_happen" ? "notFound" : "noMoneyMoved";
}

function useEvents(payment: PaymentDetail, base: string): RecordEvent[] {
  const t = useTranslations("payments");
  const say = useSay();
  const states = payment.timeline.map(({ status, source, at, ...entry }, index): RecordEvent => {
    const note = readNote(entry);
    const said = note && ("code" in note ? t("timeline.code", note) : say(note));
    // Who sent it stands among the facts.
    const by = status === "sending" && source === "staff" ? null : t(`timeline.sources.${source}`);
    const parts = [t(`status.${status}`), by, said];
    const isDetail = status === "in_progress" && index < payment.timeline.length - 1;
    return { id: `${index} ${at}`, at, tone: statusTones[status], text: parts.filter(Boolean).join(" · "), isDetail };
  });
  const related = useRelatedEvents({ ...payment, bookedAt: payment.kind === "payment" ? payment.createdAt : undefined }, base);
  return inOrder([...states, ...related]);
}
