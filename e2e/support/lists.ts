import type { Page } from "@playwright/test";

/** Opens a filter of a list: by its chip when it is set, otherwise from those to add. */
export async function openFilter(page: Page, name: string): Promise<void> {
  const chip = page.getByRole("region", { name: "Filters" }).getByRole("button", { name: new RegExp(`^${name}: `) });
  if ((await chip.count()) > 0) return chip.click();
  await page.getByRole("button", { name: "Filter", exact: true }).click();
  await page.getByRole("dialog", { name: "Filter", exact: true }).getByRole("button", { name, exact: true }).click();
}

/** Chooses a value of a filter; its popover closes. */
export async function chooseFilter(page: Page, name: string, value: string): Promise<void> {
  await openFilter(page, name);
  await page.getByRole("dialog", { name, exact: true }).getByRole("button", { name: value, exact: true }).click();
}

/** Chooses a value that the data has, whose button also says how many rows have it. */
export async function pickFilter(page: Page, name: string, value: string): Promise<void> {
  await openFilter(page, name);
  const options = page.getByRole("dialog", { name, exact: true });
  await options.getByRole("button", { name: new RegExp(`^${value}(?![\\w])`) }).click();
}

/** Switches the pages to one merchant, and waits for its page. */
export async function chooseMerchant(page: Page, name: string): Promise<void> {
  const before = page.url();
  await page.getByRole("button", { name: /^Merchant: / }).click();
  await page.getByRole("dialog", { name: "Choose a merchant" }).getByRole("link", { name, exact: true }).first().click();
  await page.waitForURL((url) => url.href !== before);
}
