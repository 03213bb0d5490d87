import { afterEach, beforeEach, expect, test } from "vitest";
import { fixedClock } from "#lib/core/clock.ts";
import { languageCodes } from "#lib/core/languages.ts";
import { createTestSandbox, type TestSandbox } from "../testing/test-sandbox.ts";
import { startTestMerchantServer, type TestMerchantServer } from "../testing/test-shop.ts";
import texts from "./words.json" with { type: "json" };

let shop: TestMerchantServer;
let gateway: TestSandbox;

beforeEach(async () => {
  shop = await startTestMerchantServer();
  gateway = createTestSandbox({}, fixedClock(Date.UTC(2026, 10, 20, 12)));
  await gateway.sandbox.setStore("corner-cafe", shop.addresses);
});
afterEach(() => shop.close());

async function openIn(acceptLanguage: string, query: string): Promise<string> {
  const started = await gateway.call(`/checkout/corner-cafe?${query}`, { headers: { "accept-language": acceptLanguage } });
  const page = started.headers.get("location");
  if (page === null) return started.text;
  return (await gateway.call(page, { headers: { "accept-language": acceptLanguage } })).text;
}

test("the checkout is shown in the browser's language, amounts included", async () => {
  const page = await openIn("bg-BG,bg;q=0.9,en;q=0.5", "amount=1234.50&currency=EUR&order=HB-1");
  expect(page).toContain('<html lang="bg">');
  expect(page).toContain("Поръчка <code>HB-1</code>");
  expect(page).toMatch(/Платете 1234,50 EUR|Платете 1\s234,50 EUR/);
  expect(await openIn("de", "amount=1234.50&currency=EUR")).toContain("1.234,50 EUR bezahlen");
});

test("an unsupported language falls back to English", async () => {
  expect(await openIn("ja", "amount=1&currency=EUR")).toContain("<legend>Pay with</legend>");
});

test("errors are shown in the browser's language too", async () => {
  expect(await openIn("fr-CH", "amount=x&currency=EUR")).toContain("Ce montant ne peut pas être payé");
});

test("an order number is shown unchanged, with any characters", async () => {
  const page = await openIn("en", `amount=1&currency=EUR&order=${encodeURIComponent("$& {orderId} <b>")}`);
  expect(page).toContain("Order <code>$&#38; {orderId} &#60;b&#62;</code>");
});

test.each(languageCodes)("every text of the checkout exists in %s, with the same placeholders", (code) => {
  const holesOf = (text: string) => (text.match(/\{\w+\}/g) ?? []).toSorted();
  const differing = Object.entries(texts).filter(
    ([, text]) => `${holesOf(text.en)}` !== `${holesOf(text[code])}` || text[code] === "",
  );
  expect(differing.map(([key]) => key)).toEqual([]);
});
