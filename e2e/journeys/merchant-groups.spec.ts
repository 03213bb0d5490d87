import { stamp, waitForHydration } from "../support/app.ts";
import { openFilter, pickFilter } from "../support/lists.ts";
import { columnTexts, dataRows } from "../support/tables.ts";
import { expect, test } from "../support/test.ts";

test("an administrator puts merchants into a group, sees only those, and takes one out on its own page", {
  annotation: { type: "slow", description: "Goes through a list, a filter and a merchant's page." },
}, async ({ page }) => {
  const group = `Chain ${stamp()}`;
  const rows = page.getByRole("grid", { name: "Merchants" });
  const dialog = page.getByRole("dialog");

  await test.step("two selected merchants are put into a new group", async () => {
    await page.goto("/sandbox/merchants");
    await expect(dataRows(rows).first()).toBeVisible();
    await waitForHydration(page);
    for (const name of ["Corner Cafe", "Sakura Reisen"])
      await dataRows(rows).filter({ hasText: name }).getByRole("checkbox").click();
    await page.getByRole("button", { name: "Set group" }).click();
    await dialog.getByRole("combobox", { name: "Group" }).fill("");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog.getByText("Fill in this field.")).toBeVisible();
    await dialog.getByRole("combobox", { name: "Group" }).fill(group);
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText(`2 merchants put into ${group}`)).toBeVisible();
    await expect.poll(async () => (await columnTexts(rows, "Group")).filter((text) => text === group)).toHaveLength(2);
  });

  await test.step("still selected they are put into another one, which is undone: they are in the first again", async () => {
    await page.getByRole("button", { name: "Set group" }).click();
    await expect(dialog.getByRole("combobox", { name: "Group" })).toHaveValue(group);
    await dialog.getByRole("combobox", { name: "Group" }).fill(`${group} South`);
    await dialog.getByRole("button", { name: "Save" }).click();
    const groups = async () => (await columnTexts(rows, "Group")).filter((text) => text.startsWith(group));
    await expect.poll(groups).toEqual([`${group} South`, `${group} South`]);
    const done = page.getByRole("alertdialog").filter({ hasText: `2 merchants put into ${group} South` });
    await done.getByRole("button", { name: "Undo" }).click();
    await expect.poll(groups).toEqual([group, group]);
  });

  await test.step("the list is filtered by it, and by having none", async () => {
    await pickFilter(page, "Group", group);
    await expect(page).toHaveURL(/group=Chain/);
    await expect(dataRows(rows)).toHaveCount(2);
    await pickFilter(page, "Group", "No group");
    await expect(rows.getByRole("link", { name: "Boulangerie Martin" })).toBeVisible();
    await expect(rows.getByRole("link", { name: "Corner Cafe" })).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Group: No group", exact: true })).toBeVisible();
  });

  await test.step("transactions of all merchants are filtered by it", async () => {
    await page.goto("/sandbox/transactions");
    const transactions = page.getByRole("grid", { name: "Transactions" });
    await expect(dataRows(transactions).first()).toBeVisible();
    await waitForHydration(page);
    await pickFilter(page, "Group", group);
    await expect(page).toHaveURL(/group=Chain/);
    await expect
      .poll(async () => [...new Set(await columnTexts(transactions, "Merchant"))].toSorted())
      .toEqual(["Corner Cafe", "Sakura Reisen"]);
  });

  await test.step("the overview shows its figures, and leads to its lists", async () => {
    await page.goto("/sandbox");
    await waitForHydration(page);
    await page.getByRole("combobox", { name: "Group" }).selectOption(group);
    await expect(page).toHaveURL(/group=Chain/);
    const ranked = page.getByRole("table", { name: "Merchants" }).getByRole("rowheader");
    await expect.poll(async () => (await ranked.allTextContents()).toSorted()).toEqual(["Corner Cafe", "Sakura Reisen"]);
    await expect(page.getByRole("link", { name: /^Sales/ }).first()).toHaveAttribute("href", /group=Chain/);
  });

  await test.step("on a merchant's page it is taken out, which can be undone", async () => {
    await page.goto("/sandbox/corner-cafe/connection");
    await waitForHydration(page);
    await expect(page.getByText(`In the group ${group}.`)).toBeVisible();
    await page.getByRole("button", { name: "Change group" }).click();
    await dialog.getByRole("button", { name: "Remove" }).click();
    await expect(page.getByText("In no group.")).toBeVisible();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(page.getByText(`In the group ${group}.`)).toBeVisible();
  });

  await test.step("an existing group is offered while typing", async () => {
    await page.goto("/sandbox/bodega-del-sol/connection");
    await waitForHydration(page);
    await page.getByRole("button", { name: "Change group" }).click();
    const field = dialog.getByRole("combobox", { name: "Group" });
    await field.fill(group.toLowerCase());
    await expect(dialog.getByRole("option", { name: group })).toBeVisible();
    await field.press("ArrowDown");
    await field.press("Enter");
    await expect(field).toHaveValue(group);
    await field.press("Enter");
    await expect(page.getByText(`In the group ${group}.`)).toBeVisible();
  });

  await test.step("without merchants the group is gone", async () => {
    await page.goto(`/sandbox/merchants?group=${encodeURIComponent(group)}`);
    await expect(dataRows(rows)).toHaveCount(3);
    await waitForHydration(page);
    for (const index of [0, 1, 2]) await dataRows(rows).nth(index).getByRole("checkbox").click();
    await page.getByRole("button", { name: "Set group" }).click();
    await dialog.getByRole("button", { name: "Remove" }).click();
    await expect(page.getByRole("main").getByText("No merchants found")).toBeVisible();
    await openFilter(page, "Group");
    await expect(page.getByRole("dialog", { name: "Group", exact: true }).getByRole("button", { name: group })).toHaveCount(0);
  });
});
