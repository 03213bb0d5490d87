"use client";

import { useTranslations } from "next-intl";
import { useSay } from "#components/language/say.ts";
import type { RecordView } from "#components/record/record-page.tsx";
import type { NextStep } from "#components/record/sentence-box.tsx";
import { useMoneyText } from "#components/record/use-money-text.ts";
import { inOrder, useRelatedEvents } from "#components/record/use-related-events.ts";
import type { RecordEvent } from "#components/record/what-happened.tsx";
import { transactionHref } from "#components/transaction-href.ts";
import { mainRow, transactionDetailState } from "#lib/contract/record-state.ts";
import type { TransactionDetail } from "#lib/contract/transaction.ts";
import { typeMeaning } from "#lib/core/code-meanings.ts";
import { type RecordState, toCard } from "#lib/core/record-state.ts";
import { isSale, moneyBackGroup, transactionGroup, transactionTypeText } from "#lib/core/transaction-types.ts";
import { useOriginalFacts } from "./original-facts.ts";
import { listPaymentStates } from "./payment-states.ts";

type Row = TransactionDetail["rows"][number];

/** A transaction as its page and its preview show it. */
export function useTransactionView(detail: TransactionDetail, environment: string): RecordView {
  const base = `/${environment}/${detail.merchant}`;
  const row = mainRow(detail);
  const events = useEvents(detail, environment);
  const state = transactionDetailState(detail);
  const facts = useFacts(detail, { row, state, original: useOriginalFacts(detail, environment) });
  const next = useNextStep(detail, { base, state });
  return {
    merchant: detail.merchant,
    money: row ?? null,
    state,
    name: row?.referenceNumber ?? detail.reference ?? row?.id ?? null,
    next,
    events,
    facts,
  };
}

type Known = { base: string; state: RecordState };

function useNextStep({ mentions, rows }: TransactionDetail, { base, state }: Known): NextStep | undefined {
  const t = useTranslations("records.next");
  if (state.values.reason === "not_verified") return { href: `${base}/endpoints`, label: t("certificate") };
  const notified = rows.find((row) => row.notified?.notificationId)?.notified?.notificationId ?? mentions[0]?.id;
  return notified ? { href: `${base}/notifications/${notified}`, label: t("notification") } : undefined;
}

type Shown = { row: Row | undefined; state: RecordState; original: RecordView["facts"] };

function useFacts(detail: TransactionDetail, { row, state, original }: Shown): RecordView["facts"] {
  const t = useTranslations("records.facts");
  const ofRecord = useTranslations("records");
  const say = useSay();
  const money = useMoneyText();
  const fee = detail.rows.find(
    (item) => item !== row && transactionGroup(item.type) === "fee" && item.currency === row?.currency,
  );
  const other = row && !isSale(row) ? row : undefined;
  const isAllBack = state.name === "reversed" || state.name === "refunded";
  const net = !isAllBack && row?.amountMinor != null && fee?.amountMinor != null ? row.amountMinor + fee.amountMinor : null;
  const trnref = detail.notifications.find((item) => item.trnref !== null)?.trnref;
  return [
    // How a sale was paid, the sentence says; what the gateway calls it stands under all fields.
    { label: t("type"), value: other && say(transactionTypeText(other.type)), meaning: other && `type.${typeMeaning(other)}` },
    ...original,
    { label: t("reference"), value: row?.referenceNumber == null ? null : detail.reference, isIdentifier: true },
    { label: "IPC_Trnref", value: trnref === detail.reference ? null : trnref, isIdentifier: true },
    { label: t("card"), value: toCard(row?.pan ?? null) },
    { label: t("gatewayTime"), value: row?.isTimeEstimated && ofRecord("unreadableTime", { text: row.occurredAtText }) },
    { label: t("fee"), value: fee && money(fee) },
    { label: t("net"), value: net === null || !row ? null : money({ amountMinor: net, currency: row.currency }) },
    { label: t("account"), value: row?.accountNumber },
    { label: t("terminal"), value: row?.terminalId },
    { label: t("description"), value: other?.description },
  ];
}

function useEvents(detail: TransactionDetail, environment: string): RecordEvent[] {
  const { merchant } = detail;
  const base = `/${environment}/${merchant}`;
  const t = useTranslations("records");
  const status = useTranslations("payments.status");
  const ofNotification = useTranslations("notifications");
  const say = useSay();
  const money = useMoneyText();
  const refunds = detail.payments.flatMap((payment) => payment.refunds);
  const sale = detail.rows.find(isSale);
  const bookedAt = sale?.isTimeEstimated ? undefined : sale?.occurredAt;
  const isReversalBooked = detail.rows.some((row) => moneyBackGroup(row) === "reversal");
  const related = useRelatedEvents({ ...detail, refunds, bookedAt, isReversalBooked }, base);
  const booked = detail.rows.map((row): RecordEvent => {
    const { id, occurredAt: at, isTimeEstimated } = row;
    const text = t("booked", { type: say(transactionTypeText(row.type)), amount: money(row) });
    const href = sale && moneyBackGroup(row) ? transactionHref(environment, { merchant, reference: null, id }) : undefined;
    // A fee stands among the facts.
    const isDetail = sale && transactionGroup(row.type) === "fee";
    return { id, at, isTimeEstimated, tone: row.sign === "credit" ? "success" : "neutral", text, href, isDetail };
  });
  const statusText = (known: string) => (status.has(known as "success") ? status(known as "success") : known);
  const paid = detail.payments.flatMap(({ paymentId, kind, ...payment }) =>
    listPaymentStates(payment).map(({ status: known, at }): RecordEvent => {
      const text = t(`terminalPayment.${kind}`, { status: statusText(known) });
      return { id: `${paymentId} ${known}`, at, tone: "active", text, href: `${base}/payments/${paymentId}` };
    }),
  );
  const mentioned = detail.mentions.map((item): RecordEvent => {
    const text = ofNotification(`mentions.${item.verification}`);
    return { id: item.id, at: item.receivedAt, tone: "warning", text, href: `${base}/notifications/${item.id}` };
  });
  return inOrder([...paid, ...mainFirst(booked, detail), ...related, ...mentioned]);
}

/** Of one instant, the sale comes before its fee. */
function mainFirst(events: RecordEvent[], detail: TransactionDetail): RecordEvent[] {
  const main = mainRow(detail)?.id;
  return events.toSorted((left, right) => Number(right.id === main) - Number(left.id === main));
}
