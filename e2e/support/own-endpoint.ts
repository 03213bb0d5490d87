import { expect, type Locator, type Page } from "@playwright/test";
import { createSigner, type Entry, signedBody } from "#lib/notifications/testing/sign.ts";
import { waitForHydration } from "./app.ts";

/** An endpoint created for one journey with a gateway key of its own, so that no other notification arrives there. */
export type OwnEndpoint = {
  sid: string;
  panel: Locator;
  /** Sends as the gateway and returns the response. */
  send(entries: readonly Entry[]): Promise<{ body: string; answer: string }>;
};

/** Creates it through the page, as an administrator does. */
export async function makeEndpoint(page: Page, merchant: string): Promise<OwnEndpoint> {
  const signer = createSigner();
  const sid = `E${Date.now() % 1e10}`;
  await page.goto(`/sandbox/${merchant}/endpoints`);
  await waitForHydration(page);
  await page.getByText("Add notification URL").click();
  await page.getByLabel("Store ID (SID)").fill(sid);
  await page.getByLabel("The gateway's certificate (optional)").fill(signer.publicKeyPem.replaceAll("\n", "\\n"));
  await page.getByRole("button", { name: "Create URL" }).click();
  const panel = page.locator("section", { has: page.getByRole("heading", { name: `Store ${sid}`, level: 2 }) });
  await expect(panel).toBeVisible();
  const url = (await panel.locator("code").first().textContent()) ?? "";
  return {
    sid,
    panel,
    async send(entries) {
      const body = signedBody(entries, signer);
      const headers = { "content-type": "application/x-www-form-urlencoded" };
      const response = await fetch(url, { method: "POST", headers, body });
      return { body, answer: `${response.status} ${await response.text()}` };
    },
  };
}
