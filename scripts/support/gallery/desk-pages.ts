import type { DeskRecords } from "./desk-records.ts";

export type DeskPage = {
  name: string;
  /** The folder of its `page.tsx` below `app`. */
  route: string;
  address: (records: DeskRecords) => string;
  /** For people who are not signed in. */
  isPublic?: true;
  /** It holds a list or panels, whose states the sandbox can play. */
  hasStates?: true;
};

const desk = "(desk)/[environment]";
const shop = `${desk}/[merchant]`;
const page = (name: string, route: string, address: DeskPage["address"] | string, more: Partial<DeskPage> = {}): DeskPage => ({
  name,
  route,
  address: typeof address === "string" ? () => address : address,
  ...more,
});
const list = { hasStates: true } as const;
const open = { isPublic: true } as const;
const ofShop = (rest: string) => (records: DeskRecords) => `/sandbox/${records.merchant}${rest}`;

/** Every page of the desk with an address of it, one for each `page.tsx`. */
export const deskPages: readonly DeskPage[] = [
  page("sign-in", "(auth)/login", "/login", open),
  page("join", "(auth)/join", "/join#unknown", open),
  page("overview", desk, "/sandbox", list),
  page("transactions", `${desk}/transactions`, "/sandbox/transactions", list),
  page("payments", `${desk}/payments`, "/sandbox/payments", list),
  page("notifications", `${desk}/notifications`, "/sandbox/notifications", list),
  page("find", `${desk}/find`, "/sandbox/find?q=24.50", list),
  page(
    "lookup",
    `${desk}/lookup`,
    ({ reference }) => `/sandbox/lookup?refs=${encodeURIComponent(`${reference},POSA00000000NONE`)}`,
  ),
  page("merchant-overview", shop, ofShop(""), list),
  page("merchant-transactions", `${shop}/transactions`, ofShop("/transactions"), list),
  page(
    "transaction",
    `${shop}/transactions/[reference]`,
    (records) => ofShop(`/transactions/${records.reference}`)(records),
    list,
  ),
  page("transaction-by-id", `${shop}/transactions/id/[id]`, (records) =>
    ofShop(`/transactions/id/${records.transactionId}`)(records),
  ),
  page("merchant-payments", `${shop}/payments`, ofShop("/payments"), list),
  page("new-payment", `${shop}/payments/new`, ofShop("/payments/new")),
  page("payment-link", `${shop}/payments/link`, ofShop("/payments/link")),
  page("payment", `${shop}/payments/[paymentId]`, (records) => ofShop(`/payments/${records.paymentId}`)(records), list),
  page("receipt", `${shop}/payments/[paymentId]/receipt`, (records) => ofShop(`/payments/${records.paymentId}/receipt`)(records)),
  page("merchant-notifications", `${shop}/notifications`, ofShop("/notifications"), list),
  page("never-notified", `${shop}/notifications/never-notified`, ofShop("/notifications/never-notified"), list),
  page(
    "notification",
    `${shop}/notifications/[id]`,
    ({ notification: { merchant, id } }) => `/sandbox/${merchant}/notifications/${id}`,
    list,
  ),
  page("endpoints", `${shop}/endpoints`, ofShop("/endpoints"), list),
  page("merchant-connection", `${shop}/connection`, ofShop("/connection"), list),
  page("account", `${desk}/settings/account`, "/sandbox/settings/account"),
  page("connections", `${desk}/settings/connection`, "/sandbox/settings/connection", list),
  page("gateway", `${desk}/settings/gateway`, "/sandbox/settings/gateway", list),
  page("staff", `${desk}/settings/staff`, "/sandbox/settings/staff", list),
  page("retention", `${desk}/settings/retention`, "/sandbox/settings/retention", list),
  page("alerts", `${desk}/alerts`, "/sandbox/alerts", list),
  page("audit", `${desk}/settings/audit`, "/sandbox/settings/audit", list),
  page("scenarios", `${desk}/settings/scenarios`, "/sandbox/settings/scenarios"),
  page("no-such-page", `${desk}/[...rest]`, ofShop("/nothing/here")),
];

/** Pages that only lead on to another one. */
export const leadingOn: readonly string[] = ["(desk)"];
