import { connectContent, connectDemo, runConnect } from "../support/own-gateway.ts";
import { deadBaseUrl } from "../support/surroundings.ts";
import { openLedger } from "../support/tables.ts";
import { expect, test } from "../support/test.ts";

test.beforeAll(connectDemo);
test.afterAll(connectDemo);

test("before a gateway that is dead, what was read stays readable and says of when; nothing looks empty; it comes back by itself", {
  annotation: { type: "slow", description: "Waits until a dead gateway is given up and comes back" },
}, async ({ page }) => {
  await openLedger(page, "/demo/zum-anker/transactions");
  expect((await runConnect(connectContent({ baseUrl: deadBaseUrl }))).code).toBe(0);

  await test.step("the list is as last read", async () => {
    await openLedger(page, "/demo/zum-anker/transactions");
    await expect(async () => {
      await page.getByRole("button", { name: "Refresh" }).click();
      await expect(page.getByText("These rows may be out of date.")).toBeVisible({ timeout: 5_000 });
    }).toPass();
    await expect(page.getByText("The gateway is not responding.").first()).toBeVisible();
  });

  await test.step("a lookup of something unknown is no answer, and not 'not found'", async () => {
    await page.goto("/demo/lookup?refs=POSA00000000NONE");
    const results = page.getByRole("region", { name: "Results" });
    await expect(results).toContainText("The gateway is not responding.");
    await expect(results).not.toContainText("1 not found");
  });

  await test.step("connected again it works without a restart", async () => {
    await connectDemo();
    await page.goto("/demo/zum-anker/transactions");
    await expect(async () => {
      await page.getByRole("button", { name: "Refresh" }).click();
      await expect(page.getByText("These rows may be out of date.")).toHaveCount(0, { timeout: 5_000 });
    }).toPass();
  });
});
