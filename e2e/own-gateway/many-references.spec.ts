import { paste } from "../support/clipboard.ts";
import { connectDemo } from "../support/own-gateway.ts";
import { dataRows } from "../support/tables.ts";
import { expect, test } from "../support/test.ts";

const most = 10_000;

test.beforeAll(connectDemo);

test("ten thousand pasted references all get their verdict, and the page stays quick", {
  annotation: { type: "slow", description: "Looks up ten thousand references" },
}, async ({ page, request }) => {
  const { items } = await (await request.get("/api/demo/zum-anker/transactions?limit=100")).json();
  const known = new Set<string>(items.flatMap(({ reference }: { reference: string | null }) => reference ?? []));
  expect(known.size).toBeGreaterThan(20);
  const missing = Array.from({ length: most - known.size }, (_, index) => `NOSUCH${String(index).padStart(6, "0")}`);

  await page.goto("/demo/lookup");
  await paste(page, page.getByRole("textbox", { name: "References" }), [...missing, ...known].join("\n"));
  await page.getByRole("button", { name: "Look up 10,000 references" }).click();
  await expect(page.getByRole("progressbar", { name: "Searching" })).toBeVisible();
  // The gateway rejects one merchant's credentials, so that "not found" is proven for no reference.
  const verdict = `${known.size} found, 0 not found, ${(most - known.size).toLocaleString("en-GB")} not checked`;
  const progress = page.getByText(/^[\d,]+ found, [\d,]+ not found/);
  const countAnswered = async () =>
    ((await progress.textContent()) ?? "").match(/[\d,]+/g)?.reduce((sum, count) => sum + Number(count.replaceAll(",", "")), 0);
  for (const count of [2_500, 5_000, 7_500]) await expect.poll(countAnswered).toBeGreaterThanOrEqual(count);
  await expect(page.getByText(verdict)).toBeVisible();

  const table = page.getByRole("grid", { name: "References" });
  expect(await dataRows(table).count()).toBeLessThan(200);
  await table.hover();
  await page.mouse.wheel(0, 10_000_000);
  await expect(table.getByText([...known].at(-1) ?? "")).toBeVisible();
});
