import { waitMs } from "#lib/core/testing/wait-ms.ts";
import { readSignIn, stamp, waitForHydration } from "../support/app.ts";
import { expect, test } from "../support/test.ts";

// Asserts responses to notifications: never retried.
test.describe.configure({ retries: 0 });

const merchant = "moda-ritorni";

for (const { choice, active } of [
  { choice: "Answers too late", active: "answers too late" },
  { choice: "Doesn't answer", active: "doesn't answer" },
]) {
  test(`a URL that on purpose ${active} lets the gateway give a payment back`, {
    annotation: { type: "slow", description: "Waits until the gateway has stopped waiting, and for its rollback" },
  }, async ({ page }) => {
    await page.goto(`/sandbox/${merchant}/endpoints`);
    await waitForHydration(page);
    await page.getByText("Make this URL fail on purpose").click();
    await page.getByRole("radio", { name: choice }).check({ force: true });
    await page.getByRole("button", { name: "Start", exact: true }).click();
    const notice = page.getByRole("status").filter({ hasText: `Notification URL fails on purpose: ${active}` });
    await expect(notice).toContainText("One more payment notification fails");

    const order = `FAULT-${stamp()}`;
    const { sandbox } = readSignIn();
    const paid = await page.request.post("/sandbox-gateway/control/orders", {
      headers: { "x-control-key": sandbox.controlKey },
      data: { merchant, amountMinor: 2_345, currency: "EUR", order },
      timeout: waitMs,
    });
    expect(await paid.json()).toMatchObject({ status: "reversed" });
    await page.goto(`/sandbox/${merchant}/notifications/money-back?q=${order}`);
    await expect(page.getByRole("row").filter({ hasText: order })).toContainText("23.45");

    // Taken once, it ended by itself.
    await page.goto(`/sandbox/${merchant}/endpoints`);
    await expect(page.getByText("Make this URL fail on purpose")).toBeVisible();
    await expect(notice).toHaveCount(0);
  });
}
