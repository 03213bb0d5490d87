import { createPrivateKey } from "node:crypto";
import { type APIRequestContext, expect } from "@playwright/test";
import { encodeEntries, notifyEntries, signEntries } from "#lib/notifications/testing/sign.ts";
import { readSignIn } from "./app.ts";
import { origin } from "./surroundings.ts";

/** Sends a notification signed with the gateway's key that is rejected because of its amount format, which raises an alert. */
export async function sendRefused(merchant: string, orderId: string): Promise<void> {
  const store = readSignIn().notify.find((item) => item.merchant === merchant);
  const entries = notifyEntries({ sid: store?.sid, orderId, trnref: "990077", amount: "12,34" });
  const signature = signEntries(entries, createPrivateKey(store?.privateKeyPem ?? ""));
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  const body = encodeEntries([...entries, ["Signature", signature]]);
  const answer = await fetch(store?.url ?? "", { method: "POST", headers, body });
  expect([answer.status, await answer.text()]).toEqual([400, "invalid: format"]);
}

/** Resolves what `sendRefused` raised: while it is open or acknowledged, the next one raises no new alert. */
export async function resolveRefused(request: APIRequestContext, merchant: string): Promise<void> {
  const { items }: { items: { id: string; rule: string }[] } = await (
    await request.get(`/api/sandbox/alerts?merchant=${merchant}`)
  ).json();
  for (const { id } of items.filter(({ rule }) => rule === "genuine_refused")) {
    const answer = await request.post(`/api/sandbox/alerts/${id}/resolve`, { headers: { origin } });
    expect(answer.ok()).toBe(true);
  }
}
