import type { Page } from "@playwright/test";
import { waitForHydration } from "../support/app.ts";
import { connectDemo, gatewayControl } from "../support/own-gateway.ts";
import { origin } from "../support/surroundings.ts";
import { expect, test } from "../support/test.ts";

// Asserts payments: never retried.
test.describe.configure({ retries: 0 });

const merchant = "corner-cafe";
const form = `/demo/${merchant}/payments/new`;
const sent = () => gatewayControl.calls(`create-payment:${merchant}`);

test.beforeAll(connectDemo);
test.afterEach(() => gatewayControl.calm());

async function fill(page: Page, amount: string): Promise<void> {
  await waitForHydration(page);
  await page.getByRole("combobox", { name: "Terminal" }).selectOption("81000001");
  await page.getByRole("textbox", { name: /^Amount/ }).fill(amount);
}

const send = (page: Page) => page.getByRole("button", { name: "Send to terminal" });

const refusedAmounts = [
  ["0", "Enter an amount above zero."],
  ["1000000000000000", "At most 9,999,999,999.99 EUR can be taken at once."],
  ["1e15", "This isn't an amount. Enter it like 1,234.56 EUR."],
  ["12.345", "Euro has no more than 2 decimals."],
  ["-5", "Enter an amount above zero. To return money, refund a payment."],
] as const;

test("an amount that cannot be taken is refused at its field with the reason, and nothing is sent", async ({ page }) => {
  const before = await sent();
  await page.goto(form);
  const field = page.getByRole("textbox", { name: /^Amount/ });
  for (const [amount, words] of refusedAmounts) {
    await fill(page, amount);
    await send(page).click();
    await expect(page.getByText(words)).toBeVisible();
    await expect(field).toHaveAttribute("aria-invalid", "true");
    await expect(field).toHaveAccessibleDescription(new RegExp(words.slice(0, 20)));
    await expect(page).toHaveURL(new RegExp(form));
  }
  expect(await sent()).toBe(before);
});

test("a currency that does not exist is not offered, and refused by its name when it is sent all the same", async ({ page }) => {
  const before = await sent();
  await page.goto(form);
  await fill(page, "12.34");
  await expect(page.getByRole("combobox", { name: "Currency" }).getByRole("option")).toHaveText(["EUR"]);
  for (const currency of ["XXQ", "euro", ""]) {
    const response = await page.request.post(`/api/demo/${merchant}/payments`, {
      headers: { origin, "idempotency-key": crypto.randomUUID() },
      data: { amountMinor: 1_234, currency, terminalId: "81000001" },
    });
    expect(response.status(), currency).toBe(400);
    expect((await response.json()).error.fields).toMatchObject([
      { field: "currency", message: expect.stringContaining("currency") },
    ]);
  }
  expect(await sent()).toBe(before);
});

test("a double click makes one payment at the gateway", async ({ page }) => {
  const before = await sent();
  await page.goto(form);
  await fill(page, "11.11");
  await send(page).dblclick();
  await expect(page).toHaveURL(/\/payments\/[0-9a-f-]{36}$/);
  await expect(page.getByRole("status").filter({ hasText: "Success" })).toBeVisible();
  expect(await sent()).toBe(before + 1);
});

test("a form sent, reloaded while the answer is on its way, and sent again makes one payment", async ({ page }) => {
  const before = await sent();
  await gatewayControl.play({ kind: "latency", merchant, method: "POST", path: "/payments", ms: 3_000 });
  await page.goto(form);
  await fill(page, "22.22");
  await send(page).click();
  await expect.poll(sent).toBe(before + 1);
  await page.reload();
  await fill(page, "22.22");
  await send(page).click();
  await expect(page.getByRole("status").filter({ hasText: "Success" })).toBeVisible();
  expect(await sent()).toBe(before + 1);
});

test("a form left by the back button while the answer is on its way, and sent again makes one payment", async ({ page }) => {
  const before = await sent();
  await gatewayControl.play({ kind: "latency", merchant, method: "POST", path: "/payments", ms: 3_000 });
  await page.goto(`/demo/${merchant}/payments`);
  await page.goto(form);
  await fill(page, "33.33");
  await send(page).click();
  await expect.poll(sent).toBe(before + 1);
  await page.goBack();
  await expect(page).toHaveURL(new RegExp(`/${merchant}/payments$`));
  await page.goForward();
  await fill(page, "33.33");
  await send(page).click();
  await expect(page.getByRole("status").filter({ hasText: "Success" })).toBeVisible();
  expect(await sent()).toBe(before + 1);
});
