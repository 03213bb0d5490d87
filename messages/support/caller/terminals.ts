import { type Cases, pay, refund, row, unread } from "./facts.ts";

/** What the caller is told, in English and German: of terminal payments, refunds and bookings that are no sale. */
export const terminals = {
  sending: [
    [
      pay({ status: "sending" }),
      "A payment of 12.40 EUR is being sent to the terminal. There is no result yet.",
      "Eine Zahlung über 12,40 EUR wird an das Terminal gesendet. Es gibt noch kein Ergebnis.",
    ],
  ],
  in_progress: [
    [
      pay({ status: "in_progress" }),
      "A payment of 12.40 EUR was sent to the terminal. There is no result yet.",
      "Eine Zahlung über 12,40 EUR wurde an das Terminal gesendet. Es gibt noch kein Ergebnis.",
    ],
  ],
  unknown: [
    [
      pay({ status: "unknown", verdict: "cannot_tell" }),
      "A payment of 12.40 EUR was sent to the terminal on 4 March 2026 at 11:20, but no answer came back. It is not known whether it was charged.",
      "Eine Zahlung über 12,40 EUR wurde am 4. März 2026 um 11:20 Uhr an das Terminal gesendet, aber es kam keine Antwort. Ob belastet wurde, ist nicht bekannt.",
    ],
  ],
  successful: [
    [
      pay({}),
      "12.40 EUR was paid by Visa card ending 4242 on 4 March 2026 at 11:20, at a terminal.",
      "12,40 EUR wurden mit der Visa-Karte mit den Endziffern 4242 am 4. März 2026 um 11:20 Uhr am Terminal bezahlt.",
    ],
    [
      pay({ card: "Visa", refunds: [refund(34, "unknown")] }),
      "12.40 EUR was paid by Visa card on 4 March 2026 at 11:20, at a terminal.",
      "12,40 EUR wurden mit einer Visa-Karte am 4. März 2026 um 11:20 Uhr am Terminal bezahlt.",
    ],
  ],
  found_later: [
    [
      pay({ verdict: "happened", card: null }),
      "12.40 EUR was paid on 4 March 2026 at 11:20, at a terminal. The first answer was lost, but the gateway has this payment.",
      "12,40 EUR wurden am 4. März 2026 um 11:20 Uhr am Terminal bezahlt. Die erste Antwort ging verloren, aber das Gateway hat diese Zahlung.",
    ],
  ],
  not_charged: [
    [
      pay({ status: "failed", verdict: "did_not_happen" }),
      "A payment of 12.40 EUR was started on 4 March 2026 at 11:20 and was not charged. Two complete checks at the gateway did not find it.",
      "Eine Zahlung über 12,40 EUR wurde am 4. März 2026 um 11:20 Uhr begonnen und nicht belastet. Zwei vollständige Prüfungen beim Gateway haben sie nicht gefunden.",
    ],
  ],
  failed: [
    [
      pay({ status: "failed" }),
      "A payment of 12.40 EUR was started on 4 March 2026 at 11:20 and failed. No money moved.",
      "Eine Zahlung über 12,40 EUR wurde am 4. März 2026 um 11:20 Uhr begonnen und ist fehlgeschlagen. Es wurde kein Geld bewegt.",
    ],
  ],
  declined: [
    [
      pay({ status: "rejected" }),
      "A payment of 12.40 EUR was started on 4 March 2026 at 11:20 and was declined. No money moved.",
      "Eine Zahlung über 12,40 EUR wurde am 4. März 2026 um 11:20 Uhr begonnen und abgelehnt. Es wurde kein Geld bewegt.",
    ],
  ],
  cancelled: [
    [
      pay({ status: "canceled" }),
      "A payment of 12.40 EUR was started on 4 March 2026 at 11:20 and was cancelled. No money moved.",
      "Eine Zahlung über 12,40 EUR wurde am 4. März 2026 um 11:20 Uhr begonnen und abgebrochen. Es wurde kein Geld bewegt.",
    ],
  ],
  refund_in_progress: [
    [
      pay({ kind: "refund", status: "in_progress" }),
      "A refund of 12.40 EUR was started on 4 March 2026 at 11:20. It is not finished yet.",
      "Eine Erstattung über 12,40 EUR wurde am 4. März 2026 um 11:20 Uhr begonnen. Sie ist noch nicht abgeschlossen.",
    ],
    [
      pay({ kind: "refund", status: "sending" }),
      "A refund of 12.40 EUR was started on 4 March 2026 at 11:20. It is not finished yet.",
      "Eine Erstattung über 12,40 EUR wurde am 4. März 2026 um 11:20 Uhr begonnen. Sie ist noch nicht abgeschlossen.",
    ],
  ],
  refund_unknown: [
    [
      pay({ kind: "refund", status: "unknown", verdict: "cannot_tell" }),
      "A refund of 12.40 EUR was started on 4 March 2026 at 11:20, but no answer came back. It is not known whether it went through.",
      "Eine Erstattung über 12,40 EUR wurde am 4. März 2026 um 11:20 Uhr begonnen, aber es kam keine Antwort. Ob sie ausgeführt wurde, ist nicht bekannt.",
    ],
  ],
  refund: [
    [
      pay({ kind: "refund" }),
      "12.40 EUR was refunded on 4 March 2026 at 11:20.",
      "12,40 EUR wurden am 4. März 2026 um 11:20 Uhr erstattet.",
    ],
    [
      row({ type: "011", sign: "debit", amountMinor: -500 }),
      "5.00 EUR was refunded on 4 March 2026 at 11:20.",
      "5,00 EUR wurden am 4. März 2026 um 11:20 Uhr erstattet.",
    ],
  ],
  refund_failed: [
    [
      pay({ kind: "refund", status: "failed" }),
      "A refund of 12.40 EUR was started on 4 March 2026 at 11:20 and failed. No money moved.",
      "Eine Erstattung über 12,40 EUR wurde am 4. März 2026 um 11:20 Uhr begonnen und ist fehlgeschlagen. Es wurde kein Geld bewegt.",
    ],
  ],
  refund_not_processed: [
    [
      pay({ kind: "refund", status: "failed", verdict: "did_not_happen" }),
      "A refund of 12.40 EUR was started on 4 March 2026 at 11:20. It counts as not carried out.",
      "Eine Erstattung über 12,40 EUR wurde am 4. März 2026 um 11:20 Uhr begonnen. Sie gilt als nicht ausgeführt.",
    ],
  ],
  refund_reversed: [
    [
      pay({ kind: "refund", status: "reversed" }),
      "A refund of 12.40 EUR was started on 4 March 2026 at 11:20 and was later reversed at the gateway. It is not known whether the customer has the money.",
      "Eine Erstattung über 12,40 EUR wurde am 4. März 2026 um 11:20 Uhr begonnen und später beim Gateway storniert. Ob der Kunde das Geld hat, ist nicht bekannt.",
    ],
  ],
  payment_or_refund: [
    [
      pay({ foundAs: "unclear" }),
      "A payment or a refund of 12.40 EUR was made on 4 March 2026 at 11:20. It is not known which.",
      "Eine Zahlung oder Erstattung über 12,40 EUR wurde am 4. März 2026 um 11:20 Uhr vorgenommen. Welches von beiden, ist nicht bekannt.",
    ],
  ],
  fee: [
    [
      row({ type: "001", sign: "debit", amountMinor: -9 }),
      "This is a fee of 0.09 EUR, charged to the shop's account on 4 March 2026 at 11:20.",
      "Das ist eine Gebühr von 0,09 EUR, die dem Konto des Shops am 4. März 2026 um 11:20 Uhr berechnet wurde.",
    ],
  ],
  chargeback: [
    [
      row({ type: "042", sign: "debit", amountMinor: -1240 }),
      "The customer's bank took back 12.40 EUR on 4 March 2026 at 11:20.",
      "Die Bank des Kunden hat am 4. März 2026 um 11:20 Uhr 12,40 EUR zurückgeholt.",
    ],
    [
      row({ type: "042", sign: "debit", amountMinor: null }),
      "The customer's bank took back an amount on 4 March 2026 at 11:20.",
      "Die Bank des Kunden hat am 4. März 2026 um 11:20 Uhr einen Betrag zurückgeholt.",
    ],
  ],
  payout: [
    [
      row({ type: "003", sign: "debit", amountMinor: -123456 }),
      "1,234.56 EUR was paid out to the bank on 4 March 2026 at 11:20.",
      "1.234,56 EUR wurden am 4. März 2026 um 11:20 Uhr an die Bank ausgezahlt.",
    ],
  ],
  money_in: [
    [
      row({ type: "006", sign: "credit", amountMinor: 5000 }),
      "50.00 EUR was added to the shop's account on 4 March 2026 at 11:20.",
      "50,00 EUR wurden am 4. März 2026 um 11:20 Uhr dem Konto des Shops gutgeschrieben.",
    ],
    [
      row({ type: "777", sign: "credit", amountMinor: null }),
      "An amount was added to the shop's account on 4 March 2026 at 11:20.",
      "Ein Betrag wurde am 4. März 2026 um 11:20 Uhr dem Konto des Shops gutgeschrieben.",
    ],
  ],
  money_out: [
    [
      row({ type: "010", sign: "debit", amountMinor: -5000 }),
      "50.00 EUR left the shop's account on 4 March 2026 at 11:20.",
      "50,00 EUR sind am 4. März 2026 um 11:20 Uhr vom Konto des Shops abgegangen.",
    ],
  ],
  syncing: [
    [
      unread(),
      "The gateway has this transaction. Its details are still being read.",
      "Das Gateway hat diese Transaktion. Ihre Einzelheiten werden noch gelesen.",
    ],
  ],
} satisfies Record<string, Cases>;
