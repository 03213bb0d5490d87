"use client";

import { useTranslations } from "next-intl";
import type { RecordView } from "#components/record/record-page.tsx";
import type { NextStep } from "#components/record/sentence-box.tsx";
import { useHistoryEvents } from "#components/record/use-history-events.ts";
import { useMoneyText } from "#components/record/use-money-text.ts";
import { transactionHref } from "#components/transaction-href.ts";
import type { NotificationDetail } from "#lib/contract/notification.ts";
import { notificationAmount, notificationCard, notificationDetailState } from "#lib/contract/record-state.ts";
import { methodMeaning, methodName } from "./notification-words.ts";

/** A notification as its page and its preview show it. */
export function useNotificationView(detail: NotificationDetail, environment: string): RecordView {
  const { amountMinor, currency } = notificationAmount(detail);
  const events = useHistoryEvents(detail.timeline, `/${environment}/${detail.merchant}`);
  const facts = useFacts(detail, environment);
  const next = useNextStep(detail, environment);
  const moneyNote = useMoneyNote(detail);
  const lead = useDifference(detail);
  return {
    merchant: detail.merchant,
    money: currency === null || amountMinor === null ? null : { amountMinor, currency },
    state: notificationDetailState(detail),
    name: detail.orderId ?? detail.trnref,
    moneyNote,
    lead,
    next,
    events,
    facts,
  };
}

/** Whose amount the title shows, where it is not one that a verified notification says. */
function useMoneyNote({ verdict, givenBack }: NotificationDetail): string | undefined {
  const t = useTranslations("notifications.summary");
  if (verdict === "valid") return undefined;
  return givenBack ? t("amountReturned") : t("amountSaid");
}

/** What the message says otherwise than the gateway's own record, in one line. */
function useDifference({ recorded }: NotificationDetail): string | undefined {
  const t = useTranslations("notifications.summary");
  const toText = useMoneyText();
  if (!recorded?.difference) return undefined;
  const { source, difference } = recorded;
  if (difference.field !== "amount") return t("differs", difference);
  const values = { said: toText(difference.said), recorded: toText(difference.recorded) };
  return t("differs", { ...values, field: source === "rollback" ? "returned" : "amount" });
}

function useNextStep(detail: NotificationDetail, environment: string): NextStep | undefined {
  const t = useTranslations("records.next");
  const { verdict, reasons, merchant, working } = detail;
  const endpoints = `/${environment}/${merchant}/endpoints`;
  if (verdict === "not_checkable") return { href: endpoints, label: t("certificate") };
  if (verdict === "invalid" && reasons.includes("layout")) return { href: endpoints, label: t("fieldOrder") };
  const href = hrefOfTransaction(detail, environment);
  if (href !== undefined) return { href, label: t("transaction") };
  // With its certificates as they were, a signature that fits none is no fault of theirs.
  const isOfCertificates = reasons.includes("signature") && working.certificates !== "settled";
  return verdict === "invalid" && isOfCertificates ? { href: endpoints, label: t("certificates") } : undefined;
}

/** Of its own transaction, or of the one that an unverified notification names. */
function hrefOfTransaction(
  { transaction: own, recorded, merchant }: NotificationDetail,
  environment: string,
): string | undefined {
  const transaction = own ?? (recorded?.source === "transaction" ? recorded : null);
  if (!transaction) return undefined;
  return transactionHref(environment, { merchant, reference: transaction.reference, id: transaction.id ?? "" });
}

function useFacts(detail: NotificationDetail, environment: string): RecordView["facts"] {
  const t = useTranslations("notifications");
  const ofRecord = useTranslations("records.facts");
  const { transaction } = detail;
  const { gateway } = detail.facts;
  const isShownElsewhere = detail.trnref === detail.orderId || detail.trnref === transaction?.reference;
  return [
    { label: ofRecord("type"), value: methodName(t, detail.method), meaning: methodMeaning(detail.method) },
    { label: "IPC_Trnref", value: isShownElsewhere ? null : detail.trnref, isIdentifier: true },
    { label: ofRecord("card"), value: notificationCard(detail) },
    // What the sentence and the timeline do not say already.
    { label: t("facts.gateway"), value: gateway?.state === "mismatch" ? t("gatewayStates.mismatch") : null },
    {
      label: ofRecord("transaction"),
      value: transaction && (transaction.reference ?? t("summary.row", { id: transaction.id ?? "" })),
      href: hrefOfTransaction(detail, environment),
    },
  ];
}
