import type { AppRecords } from "./app-records.ts";

export type AppPage = {
  name: string;
  /** The folder of its `page.tsx` below `app`. */
  route: string;
  address: (records: AppRecords) => string;
  /** For users who are not signed in. */
  isPublic?: true;
  /** It contains a list or panels, whose states the sandbox can play. */
  hasStates?: true;
};

const app = "(dashboard)/[environment]";
const shop = `${app}/[merchant]`;
const page = (name: string, route: string, address: AppPage["address"] | string, more: Partial<AppPage> = {}): AppPage => ({
  name,
  route,
  address: typeof address === "string" ? () => address : address,
  ...more,
});
const list = { hasStates: true } as const;
const open = { isPublic: true } as const;
const ofShop = (rest: string) => (records: Pick<AppRecords, "merchant">) => `/sandbox/${records.merchant}${rest}`;

/** Every page of the app with an example address, one for each `page.tsx`. */
export const appPages: readonly AppPage[] = [
  page("sign-in", "(auth)/login", "/login", open),
  page("join", "(auth)/join", "/join#unknown", open),
  page("overview", app, "/sandbox", list),
  page("transactions", `${app}/transactions`, "/sandbox/transactions", list),
  page("payments", `${app}/payments`, "/sandbox/payments", list),
  page("notifications", `${app}/notifications`, "/sandbox/notifications", list),
  page("never-notified-of-all", `${app}/notifications/never-notified`, "/sandbox/notifications/never-notified", list),
  page("money-back-of-all", `${app}/notifications/money-back`, "/sandbox/notifications/money-back", list),
  page("find", `${app}/find`, "/sandbox/find?q=24.50", list),
  page(
    "lookup",
    `${app}/lookup`,
    ({ reference }) => `/sandbox/lookup?refs=${encodeURIComponent(`${reference},POSA00000000NONE`)}`,
  ),
  page("reconcile", `${app}/reconcile`, ({ merchant }) => `/sandbox/reconcile?merchant=${merchant}`),
  page("fees", `${app}/fees`, "/sandbox/fees", list),
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
  page("money-back", `${shop}/notifications/money-back`, ofShop("/notifications/money-back"), list),
  page("never-notified", `${shop}/notifications/never-notified`, ofShop("/notifications/never-notified"), list),
  page(
    "notification",
    `${shop}/notifications/[id]`,
    ({ notification: { merchant, id } }) => `/sandbox/${merchant}/notifications/${id}`,
    list,
  ),
  page("endpoints", `${shop}/endpoints`, ofShop("/endpoints"), list),
  page("go-live", `${shop}/endpoints/[id]/go-live`, ({ merchant, endpointId }) =>
    ofShop(`/endpoints/${endpointId}/go-live`)({ merchant }),
  ),
  page("merchant-connection", `${shop}/connection`, ofShop("/connection"), list),
  page("account", `${app}/settings/account`, "/sandbox/settings/account"),
  page("connections", `${app}/settings/connection`, "/sandbox/settings/connection", list),
  page("gateway", `${app}/settings/gateway`, "/sandbox/settings/gateway", list),
  page("staff", `${app}/settings/staff`, "/sandbox/settings/staff", list),
  page("retention", `${app}/settings/retention`, "/sandbox/settings/retention", list),
  page("restore", `${app}/settings/restore`, "/sandbox/settings/restore", list),
  page("alerts", `${app}/alerts`, "/sandbox/alerts", list),
  page("gateway-calls", `${app}/calls`, "/sandbox/calls", list),
  page("alert-rules", `${app}/alerts/rules`, "/sandbox/alerts/rules"),
  page("alert-channels", `${app}/alerts/channels`, "/sandbox/alerts/channels"),
  page("merchants", `${app}/merchants`, "/sandbox/merchants", list),
  page("audit", `${app}/settings/audit`, "/sandbox/settings/audit", list),
  page("scenarios", `${app}/settings/scenarios`, "/sandbox/settings/scenarios"),
  page("no-such-page", `${app}/[...rest]`, ofShop("/nothing/here")),
];

/** Pages that only redirect. */
export const leadingOn: readonly string[] = ["(dashboard)"];
