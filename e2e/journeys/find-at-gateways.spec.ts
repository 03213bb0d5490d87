import { expect, test } from "../support/test.ts";

test("what is not here is looked for merchant by merchant, and who could not be asked is named with the reason", async ({
  page,
}) => {
  await page.goto("/sandbox/find?q=POSANOSUCHREF77");
  const search = page.getByRole("region", { name: "The search at the gateways" });
  await expect(search.getByRole("status")).toContainText(/\d+ of \d+ merchants' gateways asked/);
  await expect(search.getByRole("progressbar")).toBeVisible();
  await expect(search.getByRole("listitem").filter({ hasText: "Searched" }).first()).toBeVisible();
  await expect(page.getByText("Not every merchant could be asked")).toBeVisible();
  await expect(search).toHaveCount(0);
  await expect(page.getByText(/refused/i).first()).toBeVisible();
  await expect(page.getByRole("main").getByText("Nothing is called “POSANOSUCHREF77”")).toBeVisible();
});
