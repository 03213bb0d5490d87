import { openCafe } from "../support/app.ts";
import { pickFilter } from "../support/lists.ts";
import { dataRows, selectReferences } from "../support/tables.ts";
import { expect, test } from "../support/test.ts";

test("selected rows are tagged at once, the list is filtered by the tag, and a record's page takes it off by keyboard", {
  annotation: { type: "slow", description: "Goes through a list, a filter and a record" },
}, async ({ page }) => {
  const name = `Watch ${Date.now() % 100_000}`;
  await openCafe(page);
  const grid = page.getByRole("grid", { name: "Transactions" });
  // Of two payments: the sale and the reversal of one share its tags.
  await selectReferences(grid, 2);
  await page.getByRole("button", { name: "Tag", exact: true }).click();
  await page.getByRole("combobox", { name: "Tag" }).fill(name);
  await page.getByRole("dialog").getByRole("button", { name: "Add", exact: true }).click();
  await expect(page.getByText(/Tags of \d rows changed/)).toBeVisible();

  await pickFilter(page, "Tag", name);
  await expect(page).toHaveURL(/tag=Watch/);
  await expect(dataRows(grid).first()).toBeVisible();

  await dataRows(grid).first().getByRole("gridcell").nth(2).dblclick();
  await expect(page.getByRole("heading", { name: "What happened" })).toBeVisible();
  const tags = page.getByRole("list", { name: "Tags" });
  await expect(tags).toContainText(name);
  const field = page.getByRole("combobox", { name: /Add a tag/ });
  await field.fill("from here");
  await field.press("Enter");
  await expect(tags).toContainText("from here");
  await page.getByRole("button", { name: `Remove the tag ${name}` }).press("Enter");
  await expect(tags).not.toContainText(name);

  // The other record still has the tag, so it is offered.
  await field.fill("watch");
  await expect(page.getByRole("option", { name })).toBeVisible();
  await field.press("ArrowDown");
  await field.press("Enter");
  await expect(tags).toContainText(name);
});
