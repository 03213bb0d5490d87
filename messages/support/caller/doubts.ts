import { type Cases, later, note, notification, pay, refund, row, sale } from "./facts.ts";

/** What the caller is told, in English and German: of messages in doubt, and of money given back. */
export const doubts = {
  not_found: [
    [
      note({ gateway: "unknown", booked: null }),
      "A notification names a payment of 12.40 EUR by Visa card ending 4242, but the gateway has no record of it.",
      "Eine Benachrichtigung nennt eine Zahlung über 12,40 EUR mit der Visa-Karte mit den Endziffern 4242, aber das Gateway kennt sie nicht.",
    ],
  ],
  checking: [
    [
      note({ gateway: "waiting", booked: null }),
      "A notification names a payment of 12.40 EUR by Visa card ending 4242. The gateway's own record of it is still being checked.",
      "Eine Benachrichtigung nennt eine Zahlung über 12,40 EUR mit der Visa-Karte mit den Endziffern 4242. Ob das Gateway sie kennt, wird noch geprüft.",
    ],
    [
      note({ gateway: "waiting", booked: null, amountMinor: null, card: "Visa" }),
      "A notification names a payment by Visa card. The gateway's own record of it is still being checked.",
      "Eine Benachrichtigung nennt eine Zahlung mit einer Visa-Karte. Ob das Gateway sie kennt, wird noch geprüft.",
    ],
  ],
  gateway_away: [
    [
      note({ gateway: "unreachable", booked: null, card: null }),
      "A notification names a payment of 12.40 EUR. The gateway could not be reached to confirm it.",
      "Eine Benachrichtigung nennt eine Zahlung über 12,40 EUR. Das Gateway war nicht erreichbar, um sie zu bestätigen.",
    ],
  ],
  rejected: [
    [
      note({ verdict: "invalid", reasons: ["signature"] }),
      "A message about a payment arrived on 4 March 2026 at 11:20 and was rejected, because its signature does not fit. It proves nothing.",
      "Eine Nachricht über eine Zahlung kam am 4. März 2026 um 11:20 Uhr an und wurde abgelehnt, weil ihre Signatur nicht passt. Sie beweist nichts.",
    ],
    [
      note({ verdict: "invalid", reasons: ["layout"] }),
      "A message about a payment arrived on 4 March 2026 at 11:20 and was rejected, because its form is not right. It proves nothing.",
      "Eine Nachricht über eine Zahlung kam am 4. März 2026 um 11:20 Uhr an und wurde abgelehnt, weil ihre Form nicht stimmt. Sie beweist nichts.",
    ],
    [
      note({ verdict: "invalid", reasons: ["sid"] }),
      "A message about a payment arrived on 4 March 2026 at 11:20 and was rejected, because it names another shop. It proves nothing.",
      "Eine Nachricht über eine Zahlung kam am 4. März 2026 um 11:20 Uhr an und wurde abgelehnt, weil sie einen anderen Shop nennt. Sie beweist nichts.",
    ],
    [
      note({ verdict: "invalid", reasons: ["method"] }),
      "A message about a payment arrived on 4 March 2026 at 11:20 and was rejected, because it is of a kind that is not accepted there. It proves nothing.",
      "Eine Nachricht über eine Zahlung kam am 4. März 2026 um 11:20 Uhr an und wurde abgelehnt, weil ihre Art dort nicht angenommen wird. Sie beweist nichts.",
    ],
    [
      note({ verdict: "invalid", reasons: [] }),
      "A message about a payment arrived on 4 March 2026 at 11:20 and was rejected, because its form is not right. It proves nothing.",
      "Eine Nachricht über eine Zahlung kam am 4. März 2026 um 11:20 Uhr an und wurde abgelehnt, weil ihre Form nicht stimmt. Sie beweist nichts.",
    ],
  ],
  not_verified: [
    [
      note({ verdict: "not_checkable", answered: { status: 503 } }),
      "A message about a payment arrived on 4 March 2026 at 11:20, but its signature could not be checked. It is not known whether the payment stands.",
      "Eine Nachricht über eine Zahlung kam am 4. März 2026 um 11:20 Uhr an, aber ihre Signatur ließ sich nicht prüfen. Ob die Zahlung gilt, ist nicht bekannt.",
    ],
  ],
  rejected_reversed: [
    [
      note({ verdict: "invalid", reasons: ["signature"], amountMinor: 1, givenBack: { amountMinor: 4200, currency: "EUR" } }),
      "A message about a payment arrived on 4 March 2026 at 11:20 and was rejected, because its signature does not fit. The gateway reversed the payment, and 42.00 EUR went back to the customer.",
      "Eine Nachricht über eine Zahlung kam am 4. März 2026 um 11:20 Uhr an und wurde abgelehnt, weil ihre Signatur nicht passt. Das Gateway hat die Zahlung storniert, und der Kunde hat 42,00 EUR zurückbekommen.",
    ],
    [
      note({ verdict: "invalid", reasons: [], givenBack: { amountMinor: null, currency: null } }),
      "A message about a payment arrived on 4 March 2026 at 11:20 and was rejected, because its form is not right. The gateway reversed the payment, and the money went back to the customer.",
      "Eine Nachricht über eine Zahlung kam am 4. März 2026 um 11:20 Uhr an und wurde abgelehnt, weil ihre Form nicht stimmt. Das Gateway hat die Zahlung storniert, und der Kunde hat das Geld zurückbekommen.",
    ],
  ],
  not_verified_reversed: [
    [
      note({ verdict: "not_checkable", answered: { status: 503 }, givenBack: { amountMinor: 4200, currency: "EUR" } }),
      "A message about a payment arrived on 4 March 2026 at 11:20, but its signature could not be checked. The gateway reversed the payment, and 42.00 EUR went back to the customer.",
      "Eine Nachricht über eine Zahlung kam am 4. März 2026 um 11:20 Uhr an, aber ihre Signatur ließ sich nicht prüfen. Das Gateway hat die Zahlung storniert, und der Kunde hat 42,00 EUR zurückbekommen.",
    ],
  ],
  reversed: [
    [
      sale("notified", "reversed", { notification: { ...notification, answered: { status: 503 } } }),
      "12.40 EUR was paid by card ending 4242 on 4 March 2026 at 11:20. The payment was reversed because it was not confirmed to the gateway, and 12.40 EUR went back to the customer.",
      "12,40 EUR wurden mit der Karte mit den Endziffern 4242 am 4. März 2026 um 11:20 Uhr bezahlt. Die Zahlung wurde storniert, weil sie dem Gateway nicht bestätigt wurde, und der Kunde hat 12,40 EUR zurückbekommen.",
    ],
    [
      sale("notified", "reversed", { notification }),
      "12.40 EUR was paid by card ending 4242 on 4 March 2026 at 11:20. The payment was reversed, and 12.40 EUR went back to the customer.",
      "12,40 EUR wurden mit der Karte mit den Endziffern 4242 am 4. März 2026 um 11:20 Uhr bezahlt. Die Zahlung wurde storniert, und der Kunde hat 12,40 EUR zurückbekommen.",
    ],
    [
      row({ givenBack: { isReversed: true, refundedMinor: 1240, refunds: 1, at: later } }),
      "12.40 EUR was paid by card ending 4242 on 4 March 2026 at 11:20. The payment was reversed, and 12.40 EUR went back to the customer.",
      "12,40 EUR wurden mit der Karte mit den Endziffern 4242 am 4. März 2026 um 11:20 Uhr bezahlt. Die Zahlung wurde storniert, und der Kunde hat 12,40 EUR zurückbekommen.",
    ],
    [
      note({ state: "reversed", answered: { status: 500 } }),
      "12.40 EUR was paid by Visa card ending 4242 on 4 March 2026 at 11:20. The payment was reversed because it was not confirmed to the gateway, and 12.40 EUR went back to the customer.",
      "12,40 EUR wurden mit der Visa-Karte mit den Endziffern 4242 am 4. März 2026 um 11:20 Uhr bezahlt. Die Zahlung wurde storniert, weil sie dem Gateway nicht bestätigt wurde, und der Kunde hat 12,40 EUR zurückbekommen.",
    ],
    [
      pay({ status: "reversed" }),
      "12.40 EUR was paid by Visa card ending 4242 on 4 March 2026 at 11:20. The payment was reversed, and 12.40 EUR went back to the customer.",
      "12,40 EUR wurden mit der Visa-Karte mit den Endziffern 4242 am 4. März 2026 um 11:20 Uhr bezahlt. Die Zahlung wurde storniert, und der Kunde hat 12,40 EUR zurückbekommen.",
    ],
  ],
  reversal: [
    [
      row({ type: "036", sign: "debit", amountMinor: -1240 }),
      "A payment of 12.40 EUR was reversed on 4 March 2026 at 11:20, and the money went back to the customer.",
      "Eine Zahlung über 12,40 EUR wurde am 4. März 2026 um 11:20 Uhr storniert, und der Kunde hat das Geld zurückbekommen.",
    ],
    [
      note({ method: "IPCPurchaseRollback", state: "reversed", gateway: null }),
      "A payment of 12.40 EUR by Visa card ending 4242 was reversed, and the money went back to the customer.",
      "Eine Zahlung über 12,40 EUR mit der Visa-Karte mit den Endziffern 4242 wurde storniert, und der Kunde hat das Geld zurückbekommen.",
    ],
  ],
  reversal_held: [
    [
      row({ type: "037", sign: "debit", amountMinor: -1240 }),
      "A payment of 12.40 EUR was reversed. Its amount is held, and the customer does not have it back yet.",
      "Eine Zahlung über 12,40 EUR wurde storniert. Ihr Betrag ist einbehalten, und der Kunde hat ihn noch nicht zurück.",
    ],
    [
      row({ givenBack: { isReversed: true, isHeld: true, refundedMinor: 0, refunds: 0, at: later } }),
      "A payment of 12.40 EUR by card ending 4242 was reversed. Its amount is held, and the customer does not have it back yet.",
      "Eine Zahlung über 12,40 EUR mit der Karte mit den Endziffern 4242 wurde storniert. Ihr Betrag ist einbehalten, und der Kunde hat ihn noch nicht zurück.",
    ],
  ],
  reversal_unknown: [
    [
      pay({ openReversal: { isUnknown: true, at: later } }),
      "A reversal of a payment of 12.40 EUR by Visa card ending 4242 was started on 5 March 2026 at 09:05. It is not known yet whether it went through.",
      "Ein Storno einer Zahlung über 12,40 EUR mit der Visa-Karte mit den Endziffern 4242 wurde am 5. März 2026 um 09:05 Uhr begonnen. Ob es ausgeführt wurde, ist noch nicht bekannt.",
    ],
    [
      row({ type: "501", terminalId: "81000001", openReversal: { isUnknown: true, at: later } }),
      "A reversal of a payment of 12.40 EUR by card ending 4242 was started on 5 March 2026 at 09:05. It is not known yet whether it went through.",
      "Ein Storno einer Zahlung über 12,40 EUR mit der Karte mit den Endziffern 4242 wurde am 5. März 2026 um 09:05 Uhr begonnen. Ob es ausgeführt wurde, ist noch nicht bekannt.",
    ],
  ],
  reversal_in_progress: [
    [
      pay({ openReversal: { isUnknown: false, at: later } }),
      "A reversal of a payment of 12.40 EUR by Visa card ending 4242 was started on 5 March 2026 at 09:05. It is not finished yet.",
      "Ein Storno einer Zahlung über 12,40 EUR mit der Visa-Karte mit den Endziffern 4242 wurde am 5. März 2026 um 09:05 Uhr begonnen. Es ist noch nicht abgeschlossen.",
    ],
  ],
  charged_back: [
    [
      row({
        givenBack: {
          ...{ isReversed: false, refundedMinor: 540, refunds: 1, at: later },
          ...{ chargedBackMinor: 700, chargedBackAt: later },
        },
      }),
      "Of a payment of 12.40 EUR by card ending 4242, the customer's bank took back 7.00 EUR on 5 March 2026 at 09:05. 5.40 EUR was refunded as well.",
      "Von einer Zahlung über 12,40 EUR mit der Karte mit den Endziffern 4242 hat die Bank des Kunden am 5. März 2026 um 09:05 Uhr 7,00 EUR zurückgeholt. Außerdem wurden 5,40 EUR erstattet.",
    ],
    [
      row({
        givenBack: { isReversed: false, refundedMinor: 0, refunds: 0, chargedBackMinor: 1240, at: later, chargedBackAt: later },
      }),
      "Of a payment of 12.40 EUR by card ending 4242, the customer's bank took back 12.40 EUR on 5 March 2026 at 09:05.",
      "Von einer Zahlung über 12,40 EUR mit der Karte mit den Endziffern 4242 hat die Bank des Kunden am 5. März 2026 um 09:05 Uhr 12,40 EUR zurückgeholt.",
    ],
    [
      note({
        returned: {
          givenBack: { isReversed: false, refundedMinor: 0, refunds: 0, chargedBackMinor: 240, at: later, chargedBackAt: later },
        },
      }),
      "Of a payment of 12.40 EUR by Visa card ending 4242, the customer's bank took back 2.40 EUR on 5 March 2026 at 09:05.",
      "Von einer Zahlung über 12,40 EUR mit der Visa-Karte mit den Endziffern 4242 hat die Bank des Kunden am 5. März 2026 um 09:05 Uhr 2,40 EUR zurückgeholt.",
    ],
  ],
  refunded: [
    [
      note({ returned: { givenBack: { isReversed: false, refundedMinor: 1240, refunds: 1, at: later } } }),
      "A payment of 12.40 EUR by Visa card ending 4242 was refunded in full on 5 March 2026 at 09:05.",
      "Eine Zahlung über 12,40 EUR mit der Visa-Karte mit den Endziffern 4242 wurde am 5. März 2026 um 09:05 Uhr vollständig erstattet.",
    ],
    [
      row({ givenBack: { isReversed: false, refundedMinor: 1240, refunds: 1, at: later } }),
      "A payment of 12.40 EUR by card ending 4242 was refunded in full on 5 March 2026 at 09:05.",
      "Eine Zahlung über 12,40 EUR mit der Karte mit den Endziffern 4242 wurde am 5. März 2026 um 09:05 Uhr vollständig erstattet.",
    ],
    [
      pay({ refunds: [refund(1240)] }),
      "A payment of 12.40 EUR by Visa card ending 4242 was refunded in full on 5 March 2026 at 09:05.",
      "Eine Zahlung über 12,40 EUR mit der Visa-Karte mit den Endziffern 4242 wurde am 5. März 2026 um 09:05 Uhr vollständig erstattet.",
    ],
  ],
  partly_refunded: [
    [
      row({ givenBack: { isReversed: false, refundedMinor: 240, refunds: 1, at: later } }),
      "Of a payment of 12.40 EUR by card ending 4242, 2.40 EUR was refunded on 5 March 2026 at 09:05.",
      "Von einer Zahlung über 12,40 EUR mit der Karte mit den Endziffern 4242 wurden 2,40 EUR am 5. März 2026 um 09:05 Uhr erstattet.",
    ],
    [
      pay({ refunds: [refund(40), refund(200)], card: null }),
      "Of a payment of 12.40 EUR, 2.40 EUR was refunded, most recently on 5 March 2026 at 09:05.",
      "Von einer Zahlung über 12,40 EUR wurden 2,40 EUR erstattet, zuletzt am 5. März 2026 um 09:05 Uhr.",
    ],
  ],
  needs_review: [
    [
      sale("notified", "contested"),
      "For this order there is a payment of 12.40 EUR by card ending 4242 and a reversal that arrived before it. It is not known whether they belong together.",
      "Zu dieser Bestellung gibt es eine Zahlung über 12,40 EUR mit der Karte mit den Endziffern 4242 und ein Storno, das vor ihr ankam. Ob beide zusammengehören, ist nicht bekannt.",
    ],
    [
      note({ state: "contested", card: null }),
      "For this order there is a payment of 12.40 EUR and a reversal that arrived before it. It is not known whether they belong together.",
      "Zu dieser Bestellung gibt es eine Zahlung über 12,40 EUR und ein Storno, das vor ihr ankam. Ob beide zusammengehören, ist nicht bekannt.",
    ],
  ],
  conflict: [
    [
      note({ conflict: true }),
      "Two messages say different things about this payment. It is not known yet which one is right.",
      "Zwei Nachrichten sagen zu dieser Zahlung Verschiedenes. Welche stimmt, ist noch nicht bekannt.",
    ],
  ],
  setup_test: [
    [
      note({ method: "IPCSignatureVerify", state: null, gateway: null, amountMinor: null }),
      "This is a test of the connection. It is about no payment.",
      "Das ist ein Test der Verbindung. Es geht um keine Zahlung.",
    ],
  ],
  message: [
    [
      note({ method: "IPCSomethingNew", state: null, gateway: null }),
      "This is a message from the gateway that changes no payment.",
      "Das ist eine Nachricht des Gateways, die keine Zahlung ändert.",
    ],
  ],
} satisfies Record<string, Cases>;
