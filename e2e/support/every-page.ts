import { createPrivateKey } from "node:crypto";
import { globSync } from "node:fs";
import { type APIRequestContext, expect, type Page } from "@playwright/test";
import { encodeEntries, notifyEntries, signEntries } from "#lib/notifications/testing/sign.ts";
import { readSignIn, waitForHydration } from "./app.ts";
import { origin } from "./surroundings.ts";

type Item = Record<string, string | null>;

/** An address for every page of the app, by the page's file; records are those in the sandbox at the moment. */
export async function everyPage(request: APIRequestContext): Promise<Map<string, string>> {
  const first = async (path: string, fits: (item: Item) => boolean = () => true) => {
    const { items } = await (await request.get(`/api/sandbox/${path}?limit=50`)).json();
    const found = (items as Item[]).find(fits);
    expect(found, `a record of ${path}`).toBeDefined();
    return found as Record<string, string>;
  };
  await receiveMessage();
  const [sale, message, payment] = await Promise.all([
    first("corner-cafe/transactions", ({ reference }) => reference !== null),
    first("corner-cafe/notifications", ({ method }) => method === "IPCPurchaseNotify"),
    takePayment(request),
  ]);
  const app = "/sandbox";
  const cafe = "/sandbox/corner-cafe";
  const paid = `${cafe}/payments/${payment}`;
  return new Map([
    ["[environment]", app],
    ["[environment]/transactions", `${app}/transactions`],
    ["[environment]/payments", `${app}/payments`],
    ["[environment]/notifications", `${app}/notifications`],
    ["[environment]/lookup", `${app}/lookup?refs=${encodeURIComponent(`${sale.reference},POSA00000000NONE`)}`],
    ["[environment]/alerts", `${app}/alerts`],
    ["[environment]/merchants", `${app}/merchants`],
    ["[environment]/find", `${app}/find?q=12.34`],
    ["[environment]/[...rest]", `${app}/settings/nothing/here`],
    ["[environment]/settings/connection", `${app}/settings/connection`],
    ["[environment]/settings/gateway", `${app}/settings/gateway`],
    ["[environment]/settings/account", `${app}/settings/account`],
    ["[environment]/settings/staff", `${app}/settings/staff`],
    ["[environment]/settings/retention", `${app}/settings/retention`],
    ["[environment]/settings/audit", `${app}/settings/audit`],
    ["[environment]/settings/scenarios", `${app}/settings/scenarios`],
    ["[environment]/[merchant]", cafe],
    ["[environment]/[merchant]/transactions", `${cafe}/transactions`],
    ["[environment]/[merchant]/transactions/[reference]", `${cafe}/transactions/${encodeURIComponent(sale.reference ?? "")}`],
    ["[environment]/[merchant]/transactions/id/[id]", `${cafe}/transactions/id/${sale.id}`],
    ["[environment]/[merchant]/payments", `${cafe}/payments`],
    ["[environment]/[merchant]/payments/new", `${cafe}/payments/new`],
    ["[environment]/[merchant]/payments/link", `${cafe}/payments/link`],
    ["[environment]/[merchant]/payments/[paymentId]", paid],
    ["[environment]/[merchant]/payments/[paymentId]/receipt", `${paid}/receipt`],
    ["[environment]/[merchant]/notifications", `${cafe}/notifications`],
    ["[environment]/[merchant]/notifications/never-notified", `${cafe}/notifications/never-notified`],
    ["[environment]/[merchant]/notifications/[id]", `/sandbox/${message.merchant}/notifications/${message.id}`],
    ["[environment]/[merchant]/endpoints", `${cafe}/endpoints`],
    ["[environment]/[merchant]/connection", `${cafe}/connection`],
  ]);
}

/** The cafe has at least this notification; sending it again adds none. */
export async function receiveMessage(): Promise<void> {
  const store = readSignIn().notify.find(({ merchant }) => merchant === "corner-cafe");
  const entries = notifyEntries({ sid: store?.sid, orderId: "EVERY-PAGE", trnref: "990001" });
  const signature = signEntries(entries, createPrivateKey(store?.privateKeyPem ?? ""));
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  const body = encodeEntries([...entries, ["Signature", signature]]);
  const answer = await fetch(store?.url ?? "", { method: "POST", headers, body });
  expect(await answer.text()).toBe("OK");
}

/** Always the same payment; the gateway has responded to it. */
async function takePayment(request: APIRequestContext): Promise<string> {
  const path = "/api/sandbox/corner-cafe/payments";
  const made = await request.post(path, {
    headers: { origin, "idempotency-key": "every-page" },
    data: { amountMinor: 1234, currency: "EUR", terminalId: "81000001", description: "Two coffees for Ana" },
  });
  const { paymentId } = await made.json();
  const answered = async () => (await (await request.get(`${path}/${paymentId}`)).json()).fields.length;
  await expect.poll(answered).toBeGreaterThan(0);
  return paymentId;
}

/** Page states that have an address of their own. */
export const furtherStates: readonly string[] = [
  "/demo",
  "/sandbox/find",
  "/sandbox/lookup",
  "/sandbox/refused/transactions",
  "/sandbox/no-such-merchant/transactions",
  "/sandbox/corner-cafe/transactions?from=2026-03-02&to=2026-03-01",
];

/** The files of the app's pages, without those that only redirect. */
export function pageFiles(): string[] {
  return globSync("app/(dashboard)/*/**/page.tsx").map((file) => file.replace("app/(dashboard)/", "").replace("/page.tsx", ""));
}

/** Opens the page and waits for its main content, in any language. */
export async function openWhole(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.locator("main .skeleton")).toHaveCount(0);
  await waitForHydration(page);
}
