import { createSigner, notifyEntries, signedBody } from "#lib/notifications/testing/sign.ts";
import { stamp, waitForHydration } from "../support/app.ts";
import { exportRows } from "../support/exports.ts";
import { chooseFilter } from "../support/lists.ts";
import { origin } from "../support/surroundings.ts";
import { expect, test } from "../support/test.ts";

// Asserts the responses to notifications: never retried.
test.describe.configure({ retries: 0 });

/** The merchant of this journey only, so that payments of other journeys do not count in its sums. */
const merchant = "taxi-athina";

test("what went back because of us is opened, summed, filtered and exported", {
  annotation: { type: "slow", description: "What went back is listed ten seconds after it came." },
}, async ({ page, request }) => {
  const orders = [
    { orderId: `BACK-1-${stamp()}`, amount: "12.40" },
    { orderId: `BACK-2-${stamp()}`, amount: "7.60" },
  ];
  await test.step("a URL without a certificate answers 503", async () => {
    const made = await request.post(`/api/sandbox/${merchant}/endpoints`, { headers: { origin }, data: { sid: "778" } });
    const { urlNotify } = await made.json();
    for (const { orderId, amount } of orders) {
      const entries = notifyEntries({ sid: "778", orderId, trnref: orderId, amount, currency: "GBP" });
      const headers = { "content-type": "application/x-www-form-urlencoded" };
      const answer = await fetch(urlNotify, { method: "POST", headers, body: signedBody(entries, createSigner()) });
      expect(answer.status).toBe(503);
    }
  });
  const row = (orderId = "") => page.getByRole("row").filter({ hasText: orderId });

  await test.step("opened from the notifications", async () => {
    await page.goto(`/sandbox/${merchant}/notifications`);
    await waitForHydration(page);
    await page.getByRole("link", { name: "Reversed payments" }).click();
    await expect(page).toHaveTitle(/Reversed payments/);
    // They appear without a reload.
    for (const { orderId } of orders) {
      await expect(row(orderId)).toContainText("No certificate could verify it");
      await expect(row(orderId)).toContainText("May have been reversed");
    }
  });

  await test.step("summed in all and by week and reason", async () => {
    await waitForHydration(page);
    const open = page.locator("dt", { hasText: /^May have been reversed$/ }).locator("xpath=following-sibling::dd[1]");
    await expect(open).toContainText("20.00");
    await expect(open).toContainText("2 payments");
    await page.getByRole("button", { name: "By week and reason" }).click();
    await expect(page.getByRole("region", { name: "By week and reason" })).toContainText("No certificate could verify it");
    await page.keyboard.press("Escape");
  });

  await test.step("exported as filtered", async () => {
    const lines = async () => (await exportRows(page)).map(({ Order, Amount, Money }) => [Order, Amount, Money]).toSorted();
    await chooseFilter(page, "Reason", "No certificate could verify it");
    await expect(page).toHaveURL(/reason=certificate/);
    for (const { orderId } of orders) await expect(row(orderId)).toBeVisible();
    expect(await lines()).toEqual(orders.map(({ orderId, amount }) => [orderId, amount, "may have gone back"]));
    await chooseFilter(page, "Reason", "The shop did not answer OK");
    await expect(page.getByRole("main").getByText("No payments found")).toBeVisible();
    await expect(page.getByText("2 payments")).toHaveCount(0);
    const elsewhere = page.getByRole("link", { name: "View money out in Transactions" });
    await expect(elsewhere).toHaveAttribute("href", `/sandbox/${merchant}/transactions?sign=debit`);
    expect(await lines()).toEqual([]);
  });
});
