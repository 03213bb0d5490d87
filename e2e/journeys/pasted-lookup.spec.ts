import type { APIRequestContext, Page } from "@playwright/test";
import { waitForHydration } from "../support/app.ts";
import { paste, readClipboard } from "../support/clipboard.ts";
import { dataRows, openLedger, selectReferences } from "../support/tables.ts";
import { expect, test } from "../support/test.ts";

type Row = { reference: string | null };

async function someReferences(request: APIRequestContext, merchant: string, pattern: RegExp, count: number): Promise<string[]> {
  const response = await request.get(`/api/sandbox/${merchant}/transactions?limit=500`);
  const { items }: { items: Row[] } = await response.json();
  const fitting = items.flatMap(({ reference }) => (reference !== null && pattern.test(reference) ? [reference] : []));
  const found = [...new Set(fitting)].slice(0, count);
  expect(found).toHaveLength(count);
  return found;
}

const field = (page: Page) => page.getByRole("textbox", { name: "References" });

const verdictOf = (page: Page, reference: string) =>
  dataRows(page.getByRole("grid", { name: "References" })).filter({ has: page.getByText(reference, { exact: true }) });

test("whatever was pasted becomes one verdict for each reference, with slashes, spaces and duplicates", { tag: "@job" }, async ({
  page,
  request,
}) => {
  const odd = await someReferences(request, "moda-ritorni", /^RF\/\d+ /, 2);
  const plain = await someReferences(request, "corner-cafe", /^POSA/, 2);
  const [first = "", second = ""] = plain;
  await page.goto("/sandbox/lookup");
  await paste(
    page,
    field(page),
    [`Payment\t${first}\tEUR`, second, ...odd, `  ${first.toLowerCase()} ; ${first}`, "POSA99999999NOPE", "see a@b.example"].join(
      "\r\n",
    ),
  );
  await page.getByRole("button", { name: "Look up 5 references" }).click();

  for (const reference of plain) await expect(verdictOf(page, reference)).toContainText(/Found\s*Corner Cafe/);
  for (const reference of odd) await expect(verdictOf(page, reference)).toContainText(/Found\s*Moda Ritorni/);
  await expect(verdictOf(page, "POSA99999999NOPE")).toContainText(/Not checked \(\d+ merchants? unavailable\)/);
  await expect(page.getByText("4 found, 0 not found, 1 not checked")).toBeVisible();
  await expect(page.getByText("Some merchants couldn't be searched")).toBeVisible();
  await expect(page.getByRole("region", { name: "Results" }).getByText("Boulangerie Martin")).toBeVisible();

  await test.step("the address can be shared, and a found one with a slash opens", async () => {
    await page.goto(page.url());
    await expect(page.getByText("4 found, 0 not found, 1 not checked")).toBeVisible();
    const [reference = ""] = odd;
    await page.getByRole("link", { name: reference }).click();
    await expect(page).toHaveURL(new RegExp(`/moda-ritorni/transactions/${encodeURIComponent(reference)}$`));
    await expect(page.getByText(reference, { exact: true }).first()).toBeVisible();
    await page.getByText("All fields").click();
    await expect(page.getByLabel("Gateway details")).toBeVisible();
  });
});

test("more references than the address holds are there again after a look at one of them", async ({ page, request }) => {
  const references = await someReferences(request, "corner-cafe", /^POSA/, 21);
  const [first = ""] = references;
  await page.goto("/sandbox/lookup?merchant=corner-cafe");
  await paste(page, field(page), references.join("\n"));
  await page.getByRole("button", { name: "Look up 21 references" }).click();
  const verdict = page.getByText("21 found, 0 not found, 0 not checked");
  await expect(verdict).toBeVisible();
  await expect(page).toHaveURL(/[?&]list=[\w-]{22}/);
  await expect(field(page)).toHaveValue(references.join("\n"));
  await page.getByRole("link", { name: first, exact: true }).click();
  await expect(page).not.toHaveURL(/\/lookup/);
  await page.goBack();
  await expect(field(page)).toHaveValue(references.join("\n"));
  await expect(verdict).toBeVisible();
});

test("a chunk that fails is an error for its references alone, and only those are tried again", async ({ page, request }) => {
  const [reference = ""] = await someReferences(request, "corner-cafe", /^POSA/, 1);
  await page.route("**/api/sandbox/lookups", (route) => route.abort(), { times: 1 });
  await page.goto("/sandbox/lookup");
  await paste(page, field(page), reference);
  await page.getByRole("button", { name: "Look up 1 reference" }).click();
  await expect(verdictOf(page, reference)).toContainText("Can't reach the server");
  await page.getByRole("button", { name: "Retry 1 not checked" }).click();
  await expect(page.getByText("1 found, 0 not found, 0 not checked")).toBeVisible();
});

test("results stand only below the merchant that they are of, also when a lookup was under way", async ({ page }) => {
  const reference = "POSA99999999NOPE";
  const searchIn = page.getByRole("combobox", { name: "Search in" });
  const lookUp = page.getByRole("button", { name: "Look up 1 reference" });
  const verdict = verdictOf(page, reference);
  const running = page.getByRole("progressbar");
  const shared = page.getByRole("textbox", { name: "Link to share" });
  await page.goto("/sandbox/lookup?merchant=corner-cafe");
  await paste(page, field(page), reference);
  await lookUp.click();
  await expect(verdict).toContainText("Not found");
  await page.getByRole("button", { name: "Share" }).click();
  await expect(shared).toBeVisible();

  await searchIn.selectOption("Moda Ritorni");
  await expect(verdict).toContainText("Waiting");
  await expect(shared).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Export" })).toHaveCount(0);

  const answer = Promise.withResolvers<void>();
  await page.route("**/api/sandbox/moda-ritorni/lookups", async (route) => {
    await answer.promise;
    await route.continue();
  });
  await lookUp.click();
  await expect(running).toBeVisible();
  await searchIn.selectOption("Corner Cafe");
  await expect(running).toHaveCount(0);
  const answered = page.waitForResponse("**/api/sandbox/moda-ritorni/lookups");
  answer.resolve();
  await answered;
  await expect(verdict).toContainText("Waiting");
  await searchIn.selectOption("Moda Ritorni");
  await expect(verdict).toContainText("Waiting");
  await lookUp.click();
  await expect(page.getByText("0 found, 1 not found, 0 not checked")).toBeVisible();
});

test("chosen references are copied, and a file of them is looked up", async ({ page }) => {
  const table = await openLedger(page, "/sandbox/corner-cafe/transactions?order=oldest");
  const references = await selectReferences(table, 2);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByRole("button", { name: "Copy 2 references" }).click();
  await expect.poll(() => readClipboard(page)).toBe(references.join("\n"));

  await page.goto("/sandbox/lookup");
  await waitForHydration(page);
  const choose = page.locator("input[type=file]");
  await choose.setInputFiles({ name: "broken.xlsx", mimeType: "", buffer: Buffer.from("PK\x03\x04 broken") });
  await expect(page.getByText("The file can't be read. Save it as CSV and try again.")).toBeVisible();
  const csv = ["Reference;Amount", ...references.map((reference) => `${reference};12,40`)].join("\r\n");
  await choose.setInputFiles({ name: "references.csv", mimeType: "text/csv", buffer: Buffer.from(csv) });
  await expect(page.getByText(/^The file can't/)).toHaveCount(0);
  await page.getByRole("button", { name: "Look up 2 references" }).click();
  for (const reference of references) await expect(verdictOf(page, reference)).toContainText(/Found\s*Corner Cafe/);

  await test.step("a file dropped onto the page is one more way", async () => {
    await page.goto("/sandbox/lookup");
    await waitForHydration(page);
    const transfer = await page.evaluateHandle((text) => {
      const data = new DataTransfer();
      data.items.add(new File([text], "references.csv", { type: "text/csv" }));
      return data;
    }, csv);
    await page.getByText("Or drop a CSV, text or XLSX file here.").dispatchEvent("drop", { dataTransfer: transfer });
    await expect(page.getByRole("button", { name: "Look up 2 references" })).toBeVisible();
    for (const reference of references) await expect(page.getByText(reference, { exact: true })).toBeVisible();
  });
});
