import { waitForHydration } from "../support/app.ts";
import { expect, test } from "../support/test.ts";

// A second try would find the merchant archived.
test.describe.configure({ retries: 0 });

const merchant = { slug: "empty", name: "Nova Galerija" };

test("an administrator archives a merchant, which leaves the lists and says so on its pages, and restores it", {
  annotation: { type: "slow", description: "Goes through five pages." },
}, async ({ page }) => {
  const rows = page.getByRole("grid", { name: "Merchants" });

  await test.step("the dialog says what happens", async () => {
    await page.goto(`/sandbox/${merchant.slug}/connection`);
    await waitForHydration(page);
    await page.getByRole("button", { name: "Archive merchant" }).click();
    const dialog = page.getByRole("dialog", { name: `Archive ${merchant.name}?` });
    await expect(dialog).toContainText("Its credentials stay stored, encrypted.");
    await dialog.getByRole("button", { name: "Archive merchant" }).click();
    await expect(dialog).toHaveCount(0);
    await expect(page.getByText("Merchant archived")).toBeVisible();
    await expect(page.getByText("Nothing has been synced since then.")).toBeVisible();
  });

  await test.step("its list is what is stored, and its page of a new payment says why none can be started", async () => {
    await page.goto(`/sandbox/${merchant.slug}/transactions`);
    await expect(page.getByText("Nothing has been synced since then.")).toBeVisible();
    await expect(page.getByRole("main").getByText(/^No transactions (yet|found)$/)).toBeVisible();
    await page.goto(`/sandbox/${merchant.slug}/payments/new`);
    await expect(page.getByText("This merchant is archived")).toBeVisible();
    await page.goto(`/sandbox/${merchant.slug}/payments`);
    await expect(page.getByText("Nothing has been synced since then.")).toBeVisible();
    await expect(page.getByRole("main").getByRole("link", { name: "New payment" })).toHaveCount(0);
  });

  await test.step("it is in no list but its own", async () => {
    await page.goto("/sandbox/merchants");
    await expect(rows.getByRole("link", { name: "Corner Cafe" })).toBeVisible();
    await expect(rows.getByRole("link", { name: merchant.name })).toHaveCount(0);
    await page.goto("/sandbox/merchants?status=archived");
    await expect(rows.getByRole("link", { name: merchant.name })).toBeVisible();
    await expect(rows.getByRole("link", { name: "Corner Cafe" })).toHaveCount(0);
  });

  await test.step("restored, it is back", async () => {
    await waitForHydration(page);
    await page.getByRole("button", { name: `Restore ${merchant.name}` }).click();
    await expect(page.getByText("Merchant restored")).toBeVisible();
    await expect(rows.getByRole("link", { name: merchant.name })).toHaveCount(0);
    await page.goto(`/sandbox/${merchant.slug}/transactions`);
    await expect(page.getByRole("main").getByText(/^No transactions (yet|found)$/)).toBeVisible();
    await expect(page.getByText("Nothing has been synced since then.")).toHaveCount(0);
  });
});
