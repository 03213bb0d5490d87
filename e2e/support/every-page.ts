import { createPrivateKey } from "node:crypto";
import { type APIRequestContext, expect, type Page } from "@playwright/test";
import { encodeEntries, notifyEntries, signEntries } from "#lib/notifications/testing/sign.ts";
import { appPages } from "#tools/gallery/app-pages.ts";
import type { AppRecords } from "#tools/gallery/app-records.ts";
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
  const [sale, message, endpoint, payment] = await Promise.all([
    first("corner-cafe/transactions", ({ reference }) => reference !== null),
    first("corner-cafe/notifications", ({ method }) => method === "IPCPurchaseNotify"),
    first("corner-cafe/endpoints"),
    takePayment(request),
  ]);
  const records: AppRecords = {
    merchant: "corner-cafe",
    reference: sale.reference ?? "",
    transactionId: sale.id ?? "",
    notification: { merchant: message.merchant ?? "", id: message.id ?? "" },
    paymentId: payment,
    endpointId: endpoint.id ?? "",
  };
  const pages = appPages.filter(({ isPublic }) => !isPublic);
  return new Map(pages.map(({ route, address }) => [route.replace("(dashboard)/", ""), address(records)]));
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
export async function takePayment(request: APIRequestContext): Promise<string> {
  const path = "/api/sandbox/corner-cafe/payments";
  const made = await request.post(path, {
    headers: { origin, "idempotency-key": "every-page" },
    data: { amountMinor: 2450, currency: "EUR", terminalId: "81000001", description: "Two coffees for Ana" },
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

/** Opens the page and waits for its main content, in any language. */
export async function openWhole(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.locator("main .skeleton")).toHaveCount(0);
  await waitForHydration(page);
}
