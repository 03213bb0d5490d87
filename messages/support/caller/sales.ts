import { type Cases, note, notification, notifiedAs, row, sale } from "./facts.ts";

/** What the caller is told, in English and German: of sales that stand. */
export const sales = {
  paid: [
    [
      sale("notified", "paid", { notification }),
      "12.40 EUR was paid by card ending 4242 on 4 March 2026 at 11:20. The payment was confirmed to the gateway 3 seconds later.",
      "12,40 EUR wurden mit der Karte mit den Endziffern 4242 am 4. März 2026 um 11:20 Uhr bezahlt. Die Zahlung wurde dem Gateway 3 Sekunden später bestätigt.",
    ],
    [
      row(
        { ...notifiedAs("notified", "paid"), pan: null, amountMinor: 100 },
        { notification: { ...notification, receivedAt: "2026-03-04T13:21:00.000Z" } },
      ),
      "1.00 EUR was paid on 4 March 2026 at 11:20. The payment was confirmed to the gateway 2 hours later.",
      "1,00 EUR wurden am 4. März 2026 um 11:20 Uhr bezahlt. Die Zahlung wurde dem Gateway 2 Stunden später bestätigt.",
    ],
    [
      row({ ...notifiedAs("notified", "paid"), amountMinor: null }),
      "The payment was made by card ending 4242 on 4 March 2026 at 11:20. The payment was confirmed to the gateway.",
      "Die Zahlung erfolgte mit der Karte mit den Endziffern 4242 am 4. März 2026 um 11:20 Uhr. Die Zahlung wurde dem Gateway bestätigt.",
    ],
    [
      note({}),
      "12.40 EUR was paid by Visa card ending 4242 on 4 March 2026 at 11:20. The payment was confirmed to the gateway 3 seconds later.",
      "12,40 EUR wurden mit der Visa-Karte mit den Endziffern 4242 am 4. März 2026 um 11:20 Uhr bezahlt. Die Zahlung wurde dem Gateway 3 Sekunden später bestätigt.",
    ],
    [
      note({ booked: null }),
      "12.40 EUR was paid by Visa card ending 4242. The payment was confirmed to the gateway.",
      "12,40 EUR wurden mit der Visa-Karte mit den Endziffern 4242 bezahlt. Die Zahlung wurde dem Gateway bestätigt.",
    ],
  ],
  paid_at_terminal: [
    [
      row({ type: "501", terminalId: "81000001" }),
      "12.40 EUR was paid by card ending 4242 on 4 March 2026 at 11:20, at a terminal.",
      "12,40 EUR wurden mit der Karte mit den Endziffern 4242 am 4. März 2026 um 11:20 Uhr am Terminal bezahlt.",
    ],
    [
      row({ type: "022", terminalId: "81000001", pan: null }),
      "12.40 EUR was paid on 4 March 2026 at 11:20, at a terminal.",
      "12,40 EUR wurden am 4. März 2026 um 11:20 Uhr am Terminal bezahlt.",
    ],
  ],
  booked: [
    [
      row({ isTimeEstimated: true }),
      "12.40 EUR was paid by card ending 4242. The gateway has recorded it.",
      "12,40 EUR wurden mit der Karte mit den Endziffern 4242 bezahlt. Das Gateway hat es gebucht.",
    ],
    [
      row({ notified: { state: "notified", attempt: "unconfirmed", answered: { status: 200 }, namesAmount: true } }),
      "12.40 EUR was paid by card ending 4242 on 4 March 2026 at 11:20. The gateway has recorded it.",
      "12,40 EUR wurden mit der Karte mit den Endziffern 4242 am 4. März 2026 um 11:20 Uhr bezahlt. Das Gateway hat es gebucht.",
    ],
    [
      row({}),
      "12.40 EUR was paid by card ending 4242 on 4 March 2026 at 11:20. The gateway has recorded it.",
      "12,40 EUR wurden mit der Karte mit den Endziffern 4242 am 4. März 2026 um 11:20 Uhr bezahlt. Das Gateway hat es gebucht.",
    ],
    [
      sale("awaited", null),
      "12.40 EUR was paid by card ending 4242 on 4 March 2026 at 11:20. The gateway has recorded it.",
      "12,40 EUR wurden mit der Karte mit den Endziffern 4242 am 4. März 2026 um 11:20 Uhr bezahlt. Das Gateway hat es gebucht.",
    ],
    [
      row({ amountMinor: 990000, currency: "JPY", pan: "411111******1111" }),
      "990,000 JPY was paid by card ending 1111 on 4 March 2026 at 11:20. The gateway has recorded it.",
      "990.000 JPY wurden mit der Karte mit den Endziffern 1111 am 4. März 2026 um 11:20 Uhr bezahlt. Das Gateway hat es gebucht.",
    ],
  ],
  reserved: [
    [
      row({ type: "015", ...notifiedAs("notified", "unconfirmed") }),
      "12.40 EUR was reserved by card ending 4242 on 4 March 2026 at 11:20. A reservation alone is not a payment.",
      "12,40 EUR wurden mit der Karte mit den Endziffern 4242 am 4. März 2026 um 11:20 Uhr reserviert. Eine Reservierung allein ist keine Zahlung.",
    ],
    [
      note({ method: "IPCPreAuthorizationNotify", state: "unconfirmed" }),
      "12.40 EUR was reserved by Visa card ending 4242 on 4 March 2026 at 11:20. A reservation alone is not a payment.",
      "12,40 EUR wurden mit der Visa-Karte mit den Endziffern 4242 am 4. März 2026 um 11:20 Uhr reserviert. Eine Reservierung allein ist keine Zahlung.",
    ],
    [
      note({ method: "IPCPreAuthorizationNotify", state: "unconfirmed", amountMinor: null, card: null, booked: null }),
      "An amount was reserved. A reservation alone is not a payment.",
      "Ein Betrag wurde reserviert. Eine Reservierung allein ist keine Zahlung.",
    ],
  ],
  on_its_way: [
    [
      sale("on_its_way", null),
      "12.40 EUR was paid by card ending 4242 on 4 March 2026 at 11:20. A notification for the shop has arrived and is being processed.",
      "12,40 EUR wurden mit der Karte mit den Endziffern 4242 am 4. März 2026 um 11:20 Uhr bezahlt. Eine Benachrichtigung für den Shop ist da und wird verarbeitet.",
    ],
  ],
  not_notified: [
    [
      sale("not_notified", null),
      "12.40 EUR was paid by card ending 4242 on 4 March 2026 at 11:20. It is not confirmed that the shop's system was told.",
      "12,40 EUR wurden mit der Karte mit den Endziffern 4242 am 4. März 2026 um 11:20 Uhr bezahlt. Dass das System des Shops benachrichtigt wurde, ist nicht bestätigt.",
    ],
    [
      sale("not_notified", null, { mention: "rejected" }),
      "12.40 EUR was paid by card ending 4242 on 4 March 2026 at 11:20. It is not confirmed that the shop's system was told.",
      "12,40 EUR wurden mit der Karte mit den Endziffern 4242 am 4. März 2026 um 11:20 Uhr bezahlt. Dass das System des Shops benachrichtigt wurde, ist nicht bestätigt.",
    ],
  ],
  unanswered: [
    [
      note({ state: "unconfirmed", answered: { status: 500 } }),
      "12.40 EUR was paid by Visa card ending 4242 on 4 March 2026 at 11:20, but the payment was not confirmed to the gateway. The gateway may send the money back.",
      "12,40 EUR wurden mit der Visa-Karte mit den Endziffern 4242 am 4. März 2026 um 11:20 Uhr bezahlt, aber die Zahlung wurde dem Gateway nicht bestätigt. Das Gateway überweist das Geld vielleicht zurück.",
    ],
  ],
  not_delivered: [
    [
      row({ notified: { state: "notified", attempt: "paid", undelivered: true } }),
      "12.40 EUR was paid by card ending 4242 on 4 March 2026 at 11:20. The payment was confirmed to the gateway, but the shop's system has not accepted the message.",
      "12,40 EUR wurden mit der Karte mit den Endziffern 4242 am 4. März 2026 um 11:20 Uhr bezahlt. Die Zahlung wurde dem Gateway bestätigt, aber das System des Shops hat die Nachricht nicht angenommen.",
    ],
    [
      note({ undelivered: true }),
      "12.40 EUR was paid by Visa card ending 4242 on 4 March 2026 at 11:20. The payment was confirmed to the gateway, but the shop's system has not accepted the message.",
      "12,40 EUR wurden mit der Visa-Karte mit den Endziffern 4242 am 4. März 2026 um 11:20 Uhr bezahlt. Die Zahlung wurde dem Gateway bestätigt, aber das System des Shops hat die Nachricht nicht angenommen.",
    ],
  ],
  no_amount: [
    [
      sale("notified", "unconfirmed"),
      "12.40 EUR was paid by card ending 4242 on 4 March 2026 at 11:20, but its notification names no amount and so confirms nothing.",
      "12,40 EUR wurden mit der Karte mit den Endziffern 4242 am 4. März 2026 um 11:20 Uhr bezahlt, aber die Benachrichtigung nennt keinen Betrag und bestätigt deshalb nichts.",
    ],
    [
      note({ state: "unconfirmed", amountMinor: null }),
      "The payment was made by Visa card ending 4242 on 4 March 2026 at 11:20, but its notification names no amount and so confirms nothing.",
      "Die Zahlung erfolgte mit der Visa-Karte mit den Endziffern 4242 am 4. März 2026 um 11:20 Uhr, aber die Benachrichtigung nennt keinen Betrag und bestätigt deshalb nichts.",
    ],
  ],
  amount_mismatch: [
    [
      sale("mismatch", "paid", { notification: { ...notification, amountMinor: 999 } }),
      "This payment by card ending 4242 has two amounts: 9.99 EUR in the notification and 12.40 EUR at the gateway. Which one is right is not known yet.",
      "Zu dieser Zahlung mit der Karte mit den Endziffern 4242 gibt es zwei Beträge: 9,99 EUR in der Benachrichtigung und 12,40 EUR beim Gateway. Welcher stimmt, ist noch nicht bekannt.",
    ],
    [
      note({ gateway: "mismatch", booked: null }),
      "The notification and the gateway name different amounts for this payment by Visa card ending 4242. Which one is right is not known yet.",
      "Benachrichtigung und Gateway nennen zu dieser Zahlung mit der Visa-Karte mit den Endziffern 4242 verschiedene Beträge. Welcher stimmt, ist noch nicht bekannt.",
    ],
  ],
} satisfies Record<string, Cases>;
