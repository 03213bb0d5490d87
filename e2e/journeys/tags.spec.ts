import { openCafe, stamp } from "../support/app.ts";
import { pickFilter } from "../support/lists.ts";
import { dataRows, selectReferences } from "../support/tables.ts";
import { expect, test } from "../support/test.ts";

test("selected rows are tagged at once, the list is filtered by the tag, and a record's page takes it off by keyboard", {
  annotation: { type: "slow", description: "Goes through a list, a filter and a record" },
}, async ({ page }) => {
  const mark = stamp();
  const name = `Watch ${mark}`;
  const entered = `Entered ${mark}`;
  // In no language: other journeys look for English on pages of others, which show it too.
  const another = `TAG-${mark}`;
  await openCafe(page);
  const grid = page.getByRole("grid", { name: "Transactions" });
  // Of two payments: the sale and the reversal of one share its tags.
  await selectReferences(grid, 2);
  const dialog = page.getByRole("dialog");
  const typed = dialog.getByRole("combobox", { name: "Tag" });
  const missing = page.getByText("Fill in this field.");
  await page.getByRole("button", { name: "Tag", exact: true }).click();
  for (const button of ["Add", "Remove"]) {
    await dialog.getByRole("button", { name: button, exact: true }).click();
    await expect(missing).toBeVisible();
    await expect(typed).toBeFocused();
  }
  await typed.fill(name);
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  await expect(page.getByText(/Tags of \d rows changed/)).toBeVisible();

  // They are still selected, and another tag is put on with Enter.
  await page.getByRole("button", { name: "Tag", exact: true }).click();
  await typed.fill(entered);
  await typed.press("Enter");
  await expect(dialog).toHaveCount(0);

  await pickFilter(page, "Tag", name);
  await expect(page).toHaveURL(/tag=Watch/);
  await expect(dataRows(grid).first()).toBeVisible();

  await dataRows(grid).first().getByRole("gridcell").nth(2).dblclick();
  await expect(page.getByRole("heading", { name: "What happened" })).toBeVisible();
  const tags = page.getByRole("list", { name: "Tags" });
  await expect(tags).toContainText(name);
  await expect(tags).toContainText(entered);
  const field = page.getByRole("combobox", { name: /Add a tag/ });
  await field.press("Enter");
  await expect(missing).toBeVisible();
  await field.fill(another);
  await field.press("Enter");
  await expect(tags).toContainText(another);
  await expect(missing).toHaveCount(0);
  await page.getByRole("button", { name: `Remove the tag ${name}` }).press("Enter");
  await expect(tags).not.toContainText(name);

  // The other record still has the tag, so it is offered.
  await field.fill(name.toLowerCase());
  await expect(page.getByRole("option", { name })).toBeVisible();
  await field.press("ArrowDown");
  await field.press("Enter");
  await expect(tags).toContainText(name);
});
