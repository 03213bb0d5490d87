import { readFileSync } from "node:fs";
import { createTranslator } from "next-intl";
import { expect, test } from "vitest";
import { languages } from "#lib/core/languages.ts";
import { type CallerTexts, toCallerSentence } from "#lib/core/record-sentence.ts";
import type { RecordState } from "#lib/core/record-state.ts";
import { hidePersonal } from "#lib/privacy/hide-personal.ts";
import type { NotificationDetail } from "./notification.ts";
import type { PaymentDetail } from "./payment.ts";
import { type PaymentStatus, paymentStatusSchema } from "./payment.ts";
import { notificationDetailState, paymentDetailState, transactionDetailState } from "./record-state.ts";
import type { TransactionDetail } from "./transaction.ts";

const at = "2026-03-04T11:20:00.000Z";
const amount = { amountMinor: 1240, currency: "EUR" };
/** In every member that a role may not see, or that is nobody's business on the telephone. */
const secret = "SECRET-7731";
const personal = `maria.${secret}@customer.example`;

const row = (changed: object) => ({
  ...{ id: secret, merchant: secret, reference: secret, occurredAt: at, occurredAtText: secret, type: "009", typeName: secret },
  ...{ sign: "credit", ...amount, amountText: secret, accountNumber: secret, terminalId: null, referenceNumber: personal },
  ...{ pan: "411111******4242", description: personal, fields: [{ label: "Customer e-mail", value: personal }] },
  ...changed,
});
const answered = { status: 503, body: secret, ms: 3 };
const related = { id: secret, method: "IPCPurchaseNotify", receivedAt: at, verdict: "valid", gateway: "confirmed" };
const notification = { ...related, state: "paid", trnref: secret, ...amount, answered };
const refund = { paymentId: secret, status: "success", amountMinor: 240, currency: "EUR", createdAt: at, createdBy: personal };
const transaction = (changed: object, beside: object = {}): TransactionDetail =>
  ({
    ...{ merchant: secret, reference: secret, rows: [row(changed)], general: { type: secret }, details: [] },
    ...{ notifications: [notification], mentions: [], payments: [], asOf: at, source: "gateway" },
    ...beside,
  }) as unknown as TransactionDetail;
const notified = (state: string, attempt: string | null) => ({ notified: { state, attempt, notificationId: secret } });
const own = { ...refund, kind: "payment", ...amount, refundableMinor: 0, refunds: [refund] };

const transactions = [
  ...["paid", "reversed", "contested", "unconfirmed"].map((attempt) => transaction(notified("notified", attempt))),
  ...["mismatch", "not_notified", "on_its_way", "awaited"].map((state) => transaction(notified(state, null))),
  ...["001", "011", "036", "042", "003", "010"].map((type) => transaction({ type, sign: "debit" })),
  transaction({ type: "501", terminalId: secret }, { payments: [own] }),
  transaction({}, { mentions: [{ id: secret, receivedAt: at, verification: "rejected" }] }),
  transaction({}, { rows: [] }),
];

const payment = (status: PaymentStatus, changed: object = {}) =>
  ({
    ...{
      paymentId: secret,
      merchant: secret,
      kind: "payment",
      originalId: secret,
      status,
      ...amount,
      tipMinor: 0,
      chargedMinor: 1240,
    },
    ...{ terminalId: secret, referenceNumber: secret, ownReference: personal, description: personal, operatorCode: secret },
    ...{ gatewayPaymentId: secret, createdAt: at, updatedAt: at, createdBy: personal, refunds: [], outcome: null },
    problem: { code: "gateway_refused", message: secret, rows: [{ label: "Status", value: secret }] },
    fields: [
      { label: "Card", value: "411111******4242" },
      { label: "Cardholder", value: personal },
    ],
    ...changed,
  }) as unknown as PaymentDetail;
const payments = paymentStatusSchema.options.flatMap((status) => [
  payment(status),
  payment(status, { kind: "refund" }),
  payment(status, { outcome: { verdict: "did_not_happen", looks: [{ note: secret }] } }),
  payment(status, { refunds: [{ ...payment("success"), ...refund }] }),
]);

const received = (changed: object) =>
  ({
    ...notification,
    ...{ merchant: secret, orderId: personal, reasons: [secret], rejection: secret, answered, seen: 1, conflict: false },
    fields: [
      { name: "PAN", value: "411111******4242", meaning: null },
      { name: "CustomerEmail", value: personal, meaning: null },
      { name: "CardToken", value: secret, meaning: secret },
    ],
    headers: [{ name: "x-forwarded-for", value: secret }],
    ...{ peer: secret, maskedBody: secret, timeline: [], deliveries: [], transaction: null },
    ...changed,
  }) as unknown as NotificationDetail;
const notifications = [
  ...["valid", "invalid", "not_checkable"].map((verdict) => received({ verdict })),
  ...["waiting", "mismatch", "unknown", "unreachable", "confirmed"].map((gateway) => received({ gateway })),
  ...["reversed", "contested", "unconfirmed"].map((state) => received({ state })),
  ...["IPCPurchaseRollback", "IPCPreAuthorizationNotify", "IPCSignatureVerify"].map((method) => received({ method })),
  received({ conflict: true }),
];

const texts = languages.map(({ code, tag }) => {
  const file = new URL(`../../messages/caller/${code}.json`, import.meta.url);
  const messages = JSON.parse(readFileSync(file, "utf8"));
  return { locale: tag, t: createTranslator({ locale: tag, messages }) as unknown as CallerTexts };
});

/** What is said of every record, in every language. */
function sayAll(see: <Detail>(detail: Detail) => Detail): string[] {
  const states: RecordState[] = [
    ...transactions.map((detail) => transactionDetailState(see(detail))),
    ...payments.map((detail) => paymentDetailState(see(detail))),
    ...notifications.map((detail) => notificationDetailState(see(detail))),
  ];
  return states.flatMap((state) => texts.map(({ locale, t }) => toCallerSentence(t, state, { locale, zone: "UTC" })));
}

const slow = { meta: { slow: "Says every record in six languages, each text read anew" } };

test("no sentence has a personal value, a reference, a received text or a name of staff", slow, () => {
  const sentences = sayAll((detail) => detail);
  expect(sentences.length).toBeGreaterThan(300);
  expect(sentences.filter((sentence) => /SECRET|7731|maria|@/.test(sentence))).toEqual([]);
  expect(sentences.join()).not.toMatch(/4111|\d{6}/);
  expect(sentences.some((sentence) => sentence.includes("4242"))).toBe(true);
});

test("on a shared screen no sentence has the card's last digits, which nobody sees there", slow, () => {
  const sentences = sayAll(hidePersonal);
  expect(sentences.filter((sentence) => /4242|SECRET|7731|maria|•/.test(sentence))).toEqual([]);
});
