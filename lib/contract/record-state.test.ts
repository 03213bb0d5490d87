import { createTranslator } from "next-intl";
import { expect, test } from "vitest";
import { type StateTexts, toStateSentence } from "#lib/core/record-sentence.ts";
import texts from "../../messages/en/states.json" with { type: "json" };
import type { Notification } from "./notification.ts";
import { notificationAmount, paymentAmount, transactionDetailState } from "./record-state.ts";
import type { TransactionDetail } from "./transaction.ts";

test("a reference that the gateway knows and whose row has not been read has a sentence", () => {
  const detail = { rows: [], notifications: [], mentions: [], payments: [] } as unknown as TransactionDetail;
  const state = transactionDetailState(detail);
  expect(state).toMatchObject({ name: "syncing", values: { at: null } });
  const t = createTranslator({ locale: "en-GB", messages: texts }) as unknown as StateTexts;
  expect(toStateSentence(t, state, { locale: "en-GB", zone: "UTC" })).toMatch(/./);
});

test("money that goes out is negative: a refund, and the reversal that a Rollback tells of", () => {
  const eur = { amountMinor: 1_240, currency: "EUR" };
  expect([paymentAmount({ kind: "payment", ...eur }), paymentAmount({ kind: "refund", ...eur })]).toEqual([
    eur,
    { ...eur, amountMinor: -1_240 },
  ]);
  const amountOf = (method: string) => notificationAmount({ method, givenBack: null, ...eur } as Notification).amountMinor;
  expect([amountOf("IPCPurchaseNotify"), amountOf("IPCPurchaseRollback")]).toEqual([1_240, -1_240]);
});
