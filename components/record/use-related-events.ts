"use client";

import { useLocale, useTranslations } from "next-intl";
import { useCallEvents } from "#components/calls/call-events.ts";
import { notificationText } from "#components/notifications/notification-words.ts";
import type { RecordCall } from "#lib/contract/call.ts";
import type { RelatedNotification, TimelineEntry } from "#lib/contract/notification.ts";
import { toDelayText } from "#lib/core/record-sentence.ts";
import { delayOf } from "#lib/core/transaction-state.ts";
import { useHistoryEvents } from "./use-history-events.ts";
import { useMoneyText } from "./use-money-text.ts";
import type { RecordEvent } from "./what-happened.tsx";

type Refund = { paymentId: string; createdAt: string; status: string; amountMinor: number; currency: string };

type Related = {
  notifications: readonly RelatedNotification[];
  refunds: readonly Refund[];
  calls: readonly RecordCall[];
  history: readonly TimelineEntry[];
  /** Of the sale that is notified. */
  bookedAt: string | undefined;
  /** Its reversal is among the other events, and the sentence says why: how that came about folds. */
  isReversalBooked?: boolean;
};

/** What else happened to a transaction or a payment: calls, refunds, and notifications that came, were answered and forwarded. */
export function useRelatedEvents(related: Related, base: string): RecordEvent[] {
  const { notifications, refunds, calls, history, bookedAt, isReversalBooked = false } = related;
  const t = useTranslations("records");
  const status = useTranslations("payments.status");
  const ofNotification = useTranslations("notifications");
  const locale = useLocale();
  const money = useMoneyText();
  const called = useCallEvents(calls);
  // That we answered and passed it on as we should changes nothing about the money.
  const told = useHistoryEvents(history, base).map((event) => ({
    ...event,
    isMinor: event.tone === "success",
    isDetail: event.isDetail || (isReversalBooked && (event.isReversalCause || event.tone === "success")),
  }));
  const lateOf = ({ method, receivedAt }: RelatedNotification) =>
    bookedAt === undefined || method !== "IPCPurchaseNotify" ? undefined : toDelayText(delayOf(bookedAt, receivedAt), locale);
  const notified = notifications.map((item): RecordEvent => {
    const late = lateOf(item);
    const notification = notificationText(ofNotification, item);
    return {
      ...{ id: item.id, at: item.receivedAt, tone: item.verdict === "valid" ? "success" : "warning" },
      text: late === undefined ? notification : t("notifiedLate", { notification, late }),
      href: `${base}/notifications/${item.id}`,
      isDetail: isReversalBooked && item.method === "IPCPurchaseRollback" && item.verdict === "valid",
    };
  });
  const refunded = refunds.map(({ paymentId: id, createdAt: at, ...refund }): RecordEvent => {
    const known = status.has(refund.status as "success") ? status(refund.status as "success") : refund.status;
    const text = t("refunded", { amount: money(refund), status: known });
    return { id, at, tone: "active", text, href: `${base}/payments/${id}` };
  });
  return [...refunded, ...called, ...notified, ...told];
}

/** Oldest first; of one instant as they are given. */
export function inOrder(events: readonly RecordEvent[]): RecordEvent[] {
  return events.toSorted((left, right) => Date.parse(left.at) - Date.parse(right.at));
}
