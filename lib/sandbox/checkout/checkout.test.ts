import { createPublicKey, createVerify } from "node:crypto";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { fixedClock } from "#lib/core/clock.ts";
import { createMemoryStorage } from "../memory-storage.ts";
import { profileOfNumber } from "../merchants.ts";
import type { SandboxStorage } from "../storage.ts";
import { createFailingStorage } from "../testing/failing-storage.ts";
import { createTestSandbox, rowsOf, type TestSandbox, testBase } from "../testing/test-sandbox.ts";
import { fieldsOf, methodOf, startTestMerchantServer, type TestMerchantServer } from "../testing/test-shop.ts";

let shop: TestMerchantServer;
let gateway: TestSandbox;
let storage: SandboxStorage;
const clock = fixedClock(Date.UTC(2026, 10, 20, 12));

beforeEach(async () => {
  shop = await startTestMerchantServer();
  storage = createMemoryStorage();
  gateway = createTestSandbox({ storage }, clock);
  await gateway.sandbox.setStore("corner-cafe", shop.addresses);
});
afterEach(() => shop.close());

async function start(query = "amount=12.34&currency=EUR", slug = "corner-cafe"): Promise<string> {
  const { status, headers } = await gateway.call(`/checkout/${slug}?${query}`);
  expect(status).toBe(303);
  return headers.get("location") ?? "";
}

function send(page: string, fields: Record<string, string>) {
  return gateway.call(page, { method: "POST", body: new URLSearchParams(fields) });
}

/** Verified here by the rule itself (docs/notifications.md, rule 4), without the code that signs. */
async function isSigned(pairs: readonly [string, string][], slug = "corner-cafe"): Promise<boolean> {
  const keys = (await gateway.sandbox.notifyKeys()).find((each) => each.slug === slug);
  const signature = pairs.find(([name]) => name === "Signature")?.[1] ?? "";
  const values = pairs.filter(([name]) => name !== "Signature").map(([, value]) => value);
  const data = Buffer.from(values.join("-"), "utf8").toString("base64");
  return createVerify("RSA-SHA256")
    .update(data)
    .verify(createPublicKey(keys?.publicKeyPem ?? ""), signature, "base64");
}

const rowsFor = async (order: string) => {
  const as = await gateway.as("corner-cafe");
  return rowsOf(await as("/accounting/v1/transactions?size=50&from_date=2026-11-20")).filter(
    (row) => row.reference_number === order,
  );
};

describe("paying", () => {
  test("sends a signed notification in the genuine field order, and then redirects the browser to URL_OK", async () => {
    const page = await start("amount=12.34&currency=EUR&order=HB-2026 0001");
    const answer = await send(page, { act: "pay", method: "visa", firstNames: "Ана-Мария", email: "a@b.example" });
    const [body = ""] = shop.received;
    const names = fieldsOf(body).map(([name]) => name);
    expect(names).toEqual(
      "IPCmethod SID Amount Currency OrderID IPC_Trnref RequestSTAN RequestDateTime PaymentMethod PaymentType CardBrand CardType BillingDescriptor PAN CustomerEmail CustomerFirstNames Signature".split(
        " ",
      ),
    );
    expect(body).toMatch(/^IPCmethod=IPCPurchaseNotify&SID=\d{15}&Amount=12\.34&Currency=EUR&OrderID=HB-2026\+0001&/);
    expect(body).toContain("&RequestDateTime=2026-11-20+12%3A00%3A00&PaymentMethod=1&PaymentType=1&");
    expect(await isSigned(fieldsOf(body))).toBe(true);
    expect(answer.status).toBe(303);
    const target = new URL(answer.headers.get("location") ?? "");
    expect(target.href.startsWith(shop.addresses.urlOk)).toBe(true);
    const redirected = [...target.searchParams];
    expect(redirected[0]).toEqual(["IPCmethod", "IPCPurchaseOK"]);
    expect(redirected.slice(1, -1)).toEqual(fieldsOf(body).slice(1, -1));
    expect(await isSigned(redirected)).toBe(true);
    expect(await rowsFor("HB-2026 0001")).toMatchObject([{ transaction_amount: 12.34, transaction_type: "013" }]);
  });

  test("happens once, even if the button is pressed repeatedly or concurrently", async () => {
    const page = await start("amount=5&currency=EUR&order=TWICE");
    await Promise.all(Array.from({ length: 5 }, () => send(page, { act: "pay", method: "visa" })));
    const again = await send(page, { act: "pay", method: "mastercard" });
    expect(shop.received).toHaveLength(1);
    expect(new URL(again.headers.get("location") ?? "").pathname).toBe("/ok");
    expect((await send(page, { act: "cancel" })).headers.get("location")).toContain("IPCPurchaseOK");
    expect(await rowsFor("TWICE")).toHaveLength(1);
  });

  test("of a link happens once, also for whoever presses the button twice", async () => {
    const { token } = await gateway.sandbox.createLink({ slug: "corner-cafe", amountMinor: 500, currency: "EUR" });
    const pay = () => send(`/pay/${token}`, { act: "pay", method: "visa" });
    const answers = await Promise.all(Array.from({ length: 5 }, pay));
    expect(answers.map(({ status }) => status)).not.toContain(410);
    expect(shop.received).toHaveLength(1);
    expect(new URL((await pay()).headers.get("location") ?? "").pathname).toBe("/ok");
    const again = await gateway.call(`/pay/${token}`);
    expect([again.status, again.text.includes("This link was already used")]).toEqual([410, true]);
    expect(shop.received).toHaveLength(1);
  });

  test("of a link is told to be under way, and the link is over after half an hour", async () => {
    const link = async () =>
      `/pay/${(await gateway.sandbox.createLink({ slug: "corner-cafe", amountMinor: 500, currency: "EUR" })).token}`;
    const path = await link();
    const dying = createTestSandbox({ storage, fetch: () => new Promise(() => {}) }, clock);
    void dying.call(path, { method: "POST", body: new URLSearchParams({ act: "pay", method: "visa" }) });
    await expect.poll(() => storage.count("ledger", {})).toBe(2);
    for (const answer of [await gateway.call(path), await send(path, { act: "pay", method: "visa" })])
      expect([answer.status, answer.text.includes("One moment")]).toEqual([200, true]);
    const other = await link();
    clock.advance(30 * 60_000);
    for (const answer of [await gateway.call(other), await send(other, { act: "pay", method: "visa" })])
      expect([answer.status, answer.text.includes("This link has expired")]).toEqual([410, true]);
    expect(shop.received).toEqual([]);
  });

  test("cuts a long name between two characters", async () => {
    const answer = await send(await start(), { act: "pay", method: "visa", firstNames: `${"a".repeat(99)}\u{1F600}\u{1F600}` });
    expect([answer.status, shop.received.length]).toEqual([303, 1]);
    expect(new Map(fieldsOf(shop.received[0] ?? "")).get("CustomerFirstNames")).toBe(`${"a".repeat(99)}\u{1F600}`);
  });

  test("without a card has no card fields, and matches by IPC_Trnref where the merchant's references are those", async () => {
    await gateway.sandbox.setStore("knigi-online", shop.addresses);
    await send(await start("amount=8.40&currency=EUR", "knigi-online"), { act: "pay", method: "iris" });
    const fields = new Map(fieldsOf(shop.received[0] ?? ""));
    expect([fields.get("PaymentMethod"), fields.get("PaymentType")]).toEqual(["6", "7"]);
    expect([fields.has("PAN"), fields.has("CardBrand")]).toEqual([false, false]);
    const as = await gateway.as("knigi-online");
    const { status } = await as(`/accounting/v1/transactions/${fields.get("IPC_Trnref")}`);
    expect(status).toBe(200);
    expect(await isSigned(fieldsOf(shop.received[0] ?? ""), "knigi-online")).toBe(true);
  });
});

describe("without OK from the shop", () => {
  test.each([
    [200, "OK\n"],
    [200, " OK"],
    [200, "ok"],
    [200, ""],
    [201, "OK"],
    [302, "OK"],
    [500, "OK"],
  ])("%i %j reverses the payment and redirects the browser to URL_Cancel", async (status, body) => {
    Object.assign(shop.answer, { status, body, headers: status === 302 ? { location: shop.addresses.urlOk } : {} });
    const page = await start("amount=7.50&currency=EUR&order=BACK");
    const target = new URL((await send(page, { act: "pay", method: "visa" })).headers.get("location") ?? "");
    expect(target.href.startsWith(`${shop.addresses.urlCancel}&IPCmethod=IPCPurchaseCancel&`)).toBe(true);
    expect(shop.received).toHaveLength(1);
    expect((await rowsFor("BACK")).map((row) => row.transaction_amount).sort()).toEqual([-7.5, 7.5]);
  });

  test("an IPCPurchaseRollback is retried with growing pauses until the shop responds OK", async () => {
    shop.answer.status = 503;
    await send(await start("amount=7.50&currency=EUR&order=ROLL"), { act: "pay", method: "visa" });
    await gateway.sandbox.tick();
    await gateway.sandbox.tick();
    expect(shop.received.map(methodOf)).toEqual(["IPCPurchaseNotify", "IPCPurchaseRollback"]);
    clock.advance(4_000);
    await gateway.sandbox.tick();
    clock.advance(4_000);
    await gateway.sandbox.tick();
    expect(shop.received).toHaveLength(3);
    shop.answer.status = 200;
    clock.advance(4_000);
    await gateway.sandbox.tick();
    clock.advance(86_400_000);
    await gateway.sandbox.tick();
    expect(shop.received).toHaveLength(4);
    const rollback = fieldsOf(shop.received[3] ?? "");
    expect(rollback.map(([name]) => name)).toEqual(["IPCmethod", "SID", "Amount", "Currency", "OrderID", "Signature"]);
    expect(await isSigned(rollback)).toBe(true);
    expect(new Set(shop.received.slice(1)).size).toBe(1);
  });

  test("an order that a crash left unfinished is reversed after a restart", async () => {
    const dying = createTestSandbox({ storage, fetch: () => new Promise(() => {}) }, clock);
    const page = await start("amount=9&currency=EUR&order=CRASH");
    void dying.call(page, { method: "POST", body: new URLSearchParams({ act: "pay", method: "visa" }) });
    await expect.poll(async () => (await rowsFor("CRASH")).length).toBe(1);
    gateway = createTestSandbox({ storage }, clock);
    expect((await gateway.call(page)).text).toContain("One moment");
    clock.advance(31_000);
    await gateway.sandbox.tick();
    expect(shop.received.map(methodOf)).toEqual(["IPCPurchaseRollback"]);
    expect((await rowsFor("CRASH")).map((row) => row.transaction_amount).sort()).toEqual([-9, 9]);
  });
});

describe("a refund", () => {
  test("that was interrupted before it was booked is in the ledger all the same, and happens once", async () => {
    const failing = createFailingStorage();
    gateway = createTestSandbox({ storage: failing }, clock);
    await gateway.sandbox.setStore("corner-cafe", shop.addresses);
    const { token, orderId } = await gateway.sandbox.createLink({ slug: "corner-cafe", amountMinor: 500, currency: "EUR" });
    await send(`/pay/${token}`, { act: "pay", method: "visa" });
    failing.failNext("ledger");
    await expect(gateway.sandbox.refundLink(token)).rejects.toThrow();
    clock.advance(30_000);
    await gateway.sandbox.tick();
    expect(await failing.count("refund-debit", {})).toBe(0);
    expect((await rowsFor(orderId)).map((row) => row.transaction_type).sort()).toEqual(["011", "013"]);
    expect(await gateway.sandbox.refundLink(token)).toBe(false);
  });
});

describe("an order id", () => {
  const query = "amount=5&currency=EUR&order=ONCE";
  const pay = async (page: string) => send(page, { act: "pay", method: "visa" });
  const isRefused = ({ status, text }: { status: number; text: string }) => {
    expect([status, text.includes("This order was already paid")]).toEqual([409, true]);
  };

  test("that was paid is refused, also on a page that was opened before, and not at another shop", async () => {
    await gateway.sandbox.setStore("knigi-online", shop.addresses);
    const pages = [await start(query), await start(query)];
    expect((await pay(pages[0] ?? "")).headers.get("location")).toContain("IPCPurchaseOK");
    isRefused(await pay(pages[1] ?? ""));
    isRefused(await gateway.call(`/checkout/corner-cafe?${query}`));
    expect((await pay(await start(query, "knigi-online"))).headers.get("location")).toContain("IPCPurchaseOK");
    expect(shop.received).toHaveLength(2);
  });

  test("that was canceled can be used again; one that was reversed, once the shop has confirmed that", async () => {
    await send(await start(query), { act: "cancel" });
    const page = await start(query);
    shop.answer.status = 500;
    expect((await pay(page)).headers.get("location")).toContain("IPCPurchaseCancel");
    isRefused(await gateway.call(`/checkout/corner-cafe?${query}`));
    shop.answer.status = 200;
    await gateway.sandbox.tick();
    expect((await pay(await start(query))).headers.get("location")).toContain("IPCPurchaseOK");
    expect(shop.received.map(methodOf)).toEqual(["IPCPurchaseNotify", "IPCPurchaseRollback", "IPCPurchaseNotify"]);
  });
});

describe("the page", () => {
  test("has no script, allows none, and offers every method and a cancel button", async () => {
    const { text, headers } = await gateway.call(await start());
    expect(text).not.toMatch(/<script|\sstyle=|\son\w+=/i);
    expect(headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(headers.get("content-security-policy")).toContain(`form-action 'self' ${new URL(shop.addresses.urlOk).origin}`);
    for (const method of ["visa", "google-pay", "apple-pay", "ideal", "satispay", "twint", "iris", "click-to-pay"])
      expect(text).toContain(`value="${method}"`);
    expect(text).toContain('value="cancel"');
    expect((await gateway.call("/checkout.css")).headers.get("content-type")).toMatch(/^text\/css/);
  });

  test("shows query parameters as text", async () => {
    const { text } = await gateway.call(await start(`amount=1&currency=EUR&order=${encodeURIComponent("<b>\"&'")}`));
    expect(text).toContain("&#60;b&#62;&#34;&#38;&#39;");
    expect(text).not.toContain("<b>");
  });

  test("cancels without a notification", async () => {
    const page = await start("amount=1&currency=EUR&order=NO");
    const target = new URL((await send(page, { act: "cancel" })).headers.get("location") ?? "");
    expect([target.pathname, target.searchParams.get("IPCmethod")]).toEqual(["/cancel", "IPCPurchaseCancel"]);
    expect((await send(page, { act: "pay", method: "visa" })).headers.get("location")).toContain("IPCPurchaseCancel");
    expect(shop.received).toEqual([]);
  });

  test.each([
    ["", 400],
    ["amount=0", 400],
    ["amount=-1", 400],
    ["amount=abc", 400],
    ["amount=1.234", 400],
    ["amount=1000000000000000", 400],
    ["amount=12.34&currency=XXQ", 400],
    ["amount=12.34&currency=JPY", 400],
    ["amount=12.34&order=%00", 400],
    [`amount=12.34&order=${"x".repeat(81)}`, 400],
  ])("explains %j", async (query, status) => {
    const answer = await gateway.call(`/checkout/corner-cafe?${query}`);
    expect(answer.status).toBe(status);
    expect(answer.headers.get("content-type")).toMatch(/^text\/html/);
    expect(answer.text).toContain("<h1>");
  });

  test.each(["/checkout/nobody?amount=1", "/checkout/corner-cafe/orders/0", "/checkout/corner-cafe/else/1", "/checkout"])(
    "is not at %s",
    async (path) => {
      expect((await gateway.call(path)).status).toBe(404);
    },
  );

  test("creates at most 120 orders in a minute over all shops, and shows the limit", async () => {
    for (let made = 0; made < 120; made++) await start("amount=1", made % 2 ? "corner-cafe" : "zum-anker");
    const answer = await gateway.call("/checkout/sakura-travel?amount=1");
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([429, "60"]);
    expect(answer.text).toContain("<h1>Too many orders");
    expect(await storage.count("order", {})).toBe(120);
    clock.advance(60_001);
    await start("amount=1");
  });

  test("is not limited by orders that it did not create", async () => {
    const order = { merchant: "corner-cafe", amountMinor: 100, currency: "EUR" };
    for (let made = 0; made < 130; made++) await gateway.control("POST", "orders", order);
    await start("amount=1", "zum-anker");
  });

  test("is not there for merchants beyond those of this sandbox, unless one was connected before", async () => {
    const slug = profileOfNumber(11)?.slug ?? "";
    expect((await gateway.call(`/checkout/${slug}?amount=1`)).status).toBe(404);
    await gateway.sandbox.setStore(slug, shop.addresses);
    await start("amount=1", slug);
  });

  test("of one shop's order is not under another shop", async () => {
    const page = await start();
    expect((await gateway.call(page.replace("corner-cafe", "zum-anker"))).status).toBe(404);
    expect(page.startsWith(`${testBase}/checkout/corner-cafe/orders/`)).toBe(true);
  });

  test("requires one of its payment methods", async () => {
    expect((await send(await start(), { act: "pay", method: "bitcoin" })).status).toBe(400);
  });
});

test("two notifications from the same name for the same SID never share an IPC_Trnref", async () => {
  for (let at = 0; at < 3; at++) await send(await start(), { act: "pay", method: "visa" });
  const refs = shop.received.map((body) => new Map(fieldsOf(body)).get("IPC_Trnref"));
  expect(new Set(refs).size).toBe(3);
});
