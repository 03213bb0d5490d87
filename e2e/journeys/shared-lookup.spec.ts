import { readFile } from "node:fs/promises";
import { parse } from "csv-parse/sync";
import { paste, readClipboard } from "../support/clipboard.ts";
import { dataRows } from "../support/tables.ts";
import { expect, signInByApi, test } from "../support/test.ts";

type Item = { reference: string | null };

test("a long lookup is shared, opens for a colleague with the same references, and is exported as shown", async ({
  page,
  browser,
  request,
}) => {
  const { items }: { items: Item[] } = await (await request.get("/api/sandbox/corner-cafe/transactions?limit=100")).json();
  const known = [...new Set(items.flatMap(({ reference }) => reference ?? []))].slice(0, 25);
  const references = [...known, "POSA99999999NOPE"];

  await page.goto("/sandbox/lookup");
  await paste(page, page.getByRole("textbox", { name: "References" }), references.join("\n"));
  await expect(page.getByText("26 references detected")).toBeVisible();
  await page.getByRole("combobox", { name: "Search in" }).selectOption("Corner Cafe");
  await page.getByRole("button", { name: "Look up 26 references" }).click();
  const verdict = "25 found, 1 not found, 0 not checked";
  await expect(page.getByText(verdict)).toBeVisible();

  const address = await test.step("shared by an address that holds none of them", async () => {
    await page.getByRole("button", { name: "Share" }).click();
    const shared = page.getByRole("textbox", { name: "Link to share" });
    await expect(shared).toHaveValue(/\/sandbox\/lookup\?list=[\w-]{22}&merchant=corner-cafe$/);
    const value = await shared.inputValue();
    await expect.poll(() => readClipboard(page)).toBe(value);
    return value;
  });

  await test.step("a colleague looks the same up", async () => {
    const other = await browser.newContext({ storageState: await signInByApi("viewer") });
    const colleague = await other.newPage();
    await colleague.goto(address);
    await expect(colleague.getByText(verdict)).toBeVisible();
    await expect(colleague.getByRole("button", { name: "Export" })).toHaveCount(0);
    // What the colleague adds, and leaves out, stays in the field and gets an address of its own.
    const typed = colleague.getByRole("textbox", { name: "References" });
    const more = [...references, "POSA99999998NOPE"].join("\n");
    await typed.fill(more);
    await colleague.getByRole("button", { name: "Look up 27 references" }).click();
    await expect(colleague.getByText("25 found, 2 not found, 0 not checked")).toBeVisible();
    await expect(colleague).not.toHaveURL(address);
    await expect(typed).toHaveValue(more);
    await typed.fill(known.slice(0, 2).join("\n"));
    await colleague.getByRole("button", { name: "Look up 2 references" }).click();
    await expect(colleague.getByText("2 found, 0 not found, 0 not checked")).toBeVisible();
    await expect(colleague).toHaveURL(/[?&]refs=/);
    await expect(typed).toHaveValue(known.slice(0, 2).join("\n"));
    await other.close();
  });

  await test.step("exported", async () => {
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Export" }).click();
    await page.getByRole("menuitem", { name: "Download CSV" }).click();
    const rows: string[][] = parse(await readFile(await (await download).path(), "utf8"), { bom: true });
    expect(rows.slice(1).map(([reference, verdict]) => [reference, verdict])).toEqual([
      ...known.map((reference) => [reference, "found"]),
      ["POSA99999999NOPE", "missing"],
    ]);
    expect(new Set(rows.slice(1, 26).map(([, , merchant]) => merchant))).toEqual(new Set(["Corner Cafe"]));
  });
});

test("an address whose list is gone says so", async ({ page }) => {
  await page.goto("/sandbox/lookup?list=AAAAAAAAAAAAAAAAAAAAAA");
  await expect(page.getByText("This list has expired (lists are kept for 30 days)")).toBeVisible();
});

test("a million pasted characters are read without the page standing still", async ({ page }) => {
  const lines = Array.from({ length: 62_000 }, (_, index) => `POSA026${String(index).padStart(8, "0")}`);
  const text = lines.join("\n").padEnd(1_000_000, "\n");
  await page.goto("/sandbox/lookup");
  await expect(page.getByRole("button", { name: /^Look up/ })).toBeVisible();
  const seen = await page.evaluateHandle(() => {
    const seen = { framesWhileRead: 0 };
    const look = () => {
      if (document.querySelector("ul[aria-label='Pasted texts']")?.textContent?.includes("pasted…")) seen.framesWhileRead += 1;
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
    return seen;
  });
  await paste(page, page.getByRole("textbox", { name: "References" }), text);
  await expect(page.getByRole("list", { name: "Pasted texts" })).toContainText("1,000,000 characters pasted, 62,000 references");
  await expect(page.getByRole("button", { name: "Look up 62,000 references" })).toBeEnabled();
  await expect(dataRows(page.getByRole("grid", { name: "References" })).first()).toContainText("Waiting");
  // Processed at once there would be two at most; the longest task is measured by `npm run bench -- scroll`.
  expect(await seen.evaluate(({ framesWhileRead }) => framesWhileRead)).toBeGreaterThan(3);
  await page.getByRole("button", { name: "Remove this text" }).click();
  await page.getByRole("button", { name: "Look up 0 references" }).click();
  await expect(page.getByText("Paste or type at least one reference.")).toBeVisible();
});
