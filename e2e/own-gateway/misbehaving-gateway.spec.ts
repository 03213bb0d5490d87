import type { Page } from "@playwright/test";
import { stamp, waitForHydration } from "../support/app.ts";
import { connectContent, connectDemo, gatewayControl, runConnect } from "../support/own-gateway.ts";
import { openLedger } from "../support/tables.ts";
import { expect, test } from "../support/test.ts";

const merchant = "zum-anker";
let reference = "";

test.beforeAll(connectDemo);
test.beforeEach(async ({ request }) => {
  await gatewayControl.calm();
  const { items } = await (await request.get(`/api/demo/${merchant}/transactions?limit=50`)).json();
  reference = items.find((item: { reference: string | null }) => item.reference !== null)?.reference ?? "";
  expect(reference).not.toBe("");
});
test.afterAll(() => gatewayControl.calm());

/** Connects a merchant of the gateway under a new name, of which nothing is stored: a second try meets what the first did. */
async function connectAnew(slug: string): Promise<string> {
  const content = connectContent({ slugs: [slug] });
  const fresh = `anew-${stamp()}`;
  const merchants = content.merchants.map((merchant) => ({ ...merchant, slug: fresh }));
  expect(await runConnect({ ...content, merchants })).toMatchObject({ code: 0, stderr: "" });
  return fresh;
}

const openDetail = (page: Page) => page.goto(`/demo/${merchant}/transactions/${reference}`);
const theRow = (page: Page) => page.getByRole("main");

for (const [kind, words] of [
  ["html", "The gateway answered with a web page."],
  ["half", "The gateway's response isn't complete JSON."],
  ["malformed", "The gateway's response isn't complete JSON."],
  ["empty", "The gateway sent an empty response."],
  ["error-in-200", "The gateway answered without the transaction's details."],
  ["forbidden", "The gateway doesn't allow this for the merchant (403)."],
  ["error", "The gateway failed (500)."],
  ["drop", "The gateway is not responding."],
  ["huge", "The gateway's answer is larger than 8 MiB."],
] as const) {
  test(`a gateway's answer of the kind "${kind}" is called what it is, and what is stored stays readable`, async ({ page }) => {
    await gatewayControl.play({ kind, merchant, path: `/transactions/${reference}`, count: 20 });
    await openDetail(page);
    await expect(page.getByText(`${words} Showing the last synced data.`)).toBeVisible();
    await expect(theRow(page)).toContainText(reference);
    await gatewayControl.calm();
    await waitForHydration(page);
    await page.getByRole("button", { name: "Refresh" }).click();
    await page.getByText("All fields").click();
    await expect(page.getByLabel("Gateway details")).toBeVisible();
    await expect(page.getByText("Showing the last synced data.")).toHaveCount(0);
  });
}

test("numbers as text and unknown fields change nothing of what a person reads", async ({ page }) => {
  await openDetail(page);
  const details = page.getByLabel("Gateway details");
  await page.getByText("All fields").click();
  const plain = await details.innerText();
  for (const kind of ["numbers-as-text", "unknown-fields"]) {
    await gatewayControl.play({ kind, merchant, path: `/transactions/${reference}` });
    await page.reload();
    await page.getByText("All fields").click();
    await expect(details).toContainText(plain.split("\n")[1] ?? "");
    await expect(page.getByText("Showing the last synced data.")).toHaveCount(0);
  }
});

test("a slow gateway is waited for in sight, and the rest of the page goes on", async ({ page }) => {
  await gatewayControl.play({ kind: "latency", merchant, path: `/transactions/${reference}`, ms: 2_500 });
  await openDetail(page);
  await expect(page.getByRole("navigation").getByRole("button", { name: "Merchant: Gasthaus Zum Anker" })).toBeVisible();
  await page.getByText("All fields").click();
  await expect(page.getByLabel("Gateway details")).toBeVisible();
});

test("where terminals cannot be listed an id is typed, says the payment page, and a button tries again", async ({ page }) => {
  await gatewayControl.play({ kind: "html", merchant: "bodega-del-sol", path: "/terminals", count: 20 });
  await page.goto(`/demo/${await connectAnew("bodega-del-sol")}/payments/new`);
  const notice = page.getByRole("status").filter({ hasText: "Enter the terminal ID" });
  await expect(notice).toContainText("The gateway answered with a web page.");
  await gatewayControl.calm();
  await notice.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("combobox", { name: "Terminal" })).toContainText("81000901");
});

test.describe("where terminals are refused", () => {
  // Asserts a payment: never retried.
  test.describe.configure({ retries: 0 });

  test("a typed id takes the payment; an unusual one is only warned about", async ({ page }) => {
    await gatewayControl.play({ kind: "forbidden", merchant: "moda-ritorni", path: "/pos/v1/terminals", count: 20 });
    await page.goto("/demo/moda-ritorni/payments/new");
    await expect(page).toHaveURL(/form=/);
    await expect(page.getByRole("status").filter({ hasText: "list terminals (403)" })).toBeVisible();
    const id = page.getByRole("textbox", { name: "Terminal ID" });
    await id.fill("T-7");
    await expect(page.getByText("Terminal IDs usually have 8 digits.")).toBeVisible();
    await id.fill("81000501");
    await expect(page.getByText("Terminal IDs usually have 8 digits.")).toBeHidden();
    await page.getByRole("textbox", { name: /^Amount/ }).fill("12,34");
    await page.getByRole("button", { name: "Send to terminal" }).click();
    await expect(page.getByRole("status").filter({ hasText: "Success" }).first()).toBeVisible();
  });
});

test("a lookup names what a merchant's gateway did instead of answering", async ({ page }) => {
  await gatewayControl.play({ kind: "html", merchant, path: "/multiple", count: 50 });
  await page.goto("/demo/lookup?refs=POSA00000000NONE");
  const results = page.getByRole("region", { name: "Results" });
  await expect(results).toContainText(/The gateway (answered with a web page|sent an unexpected response)\./);
  await expect(results).not.toContainText("1 not found");
});

test("a ledger never read is no empty list when its gateway sends a page of HTML, and is read by a button", async ({ page }) => {
  await gatewayControl.play({ kind: "html", merchant: "knigi-online", count: 1_000 });
  const fresh = await connectAnew("knigi-online");
  await page.goto(`/demo/${fresh}/transactions`);
  const notice = page.getByRole("alert").filter({ hasText: "Transactions didn't load" });
  await expect(notice).toContainText("The gateway answered with a web page.");
  await gatewayControl.calm();
  await notice.getByRole("button", { name: "Try again" }).click();
  await openLedger(page, `/demo/${fresh}/transactions`);
});
