import { waitForHydration } from "../support/app.ts";
import { connectDemo } from "../support/own-gateway.ts";
import { expect, test } from "../support/test.ts";

test.beforeAll(connectDemo);

test("an origin the gateway could not reach is refused by its name, and no address is made", async ({ page, request }) => {
  await page.goto("/demo/corner-cafe/endpoints");
  await expect(page.getByRole("main").getByText("No notification URL yet")).toBeVisible();
  await waitForHydration(page);
  await page.getByRole("textbox", { name: "Store ID (SID)" }).fill("000000000000010");
  await page.getByRole("button", { name: "Create URL" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "The URL wasn't created" })).toContainText(
    "PUBLIC_ORIGIN must begin with https://",
  );
  expect((await (await request.get("/api/demo/corner-cafe/endpoints")).json()).items).toEqual([]);
});

test("the connection page leads to the partner portal of the environment", async ({ page }) => {
  await page.goto("/demo/corner-cafe/connection");
  await expect(page.getByRole("link", { name: "partner portal" })).toHaveAttribute("href", "https://demo-partners.mypos.com");
});
