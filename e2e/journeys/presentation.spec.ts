import type { APIRequestContext, Page, Response } from "@playwright/test";
import { signFields, toPhpForm } from "#lib/sandbox/checkout/sign.ts";
import { readSignIn, stamp, waitForHydration } from "../support/app.ts";
import { everyPage, openWhole } from "../support/every-page.ts";
import { origin } from "../support/surroundings.ts";
import { expect, signInByApi, test } from "../support/test.ts";

// A session of its own: presentation mode hides data in all windows of the session.
test.use({
  storageState: async ({ browserName }, use) => use(await signInByApi(browserName === "chromium" ? "admin" : "viewer")),
});

type Row = { pan: string | null; description: string | null };

const customer = ["ana.dimitrova@example.bg", "+359888123456", "Anastasiya", "Dimitrova", "411111******7741"];

/** A genuine notification that names its customer; returns its page. */
async function notify(request: APIRequestContext): Promise<string> {
  const store = readSignIn().notify.find(({ merchant }) => merchant === "corner-cafe");
  if (!store) throw new Error("No signing key for corner-cafe in sign-in.json.");
  const order = `SHOW-${stamp()}`;
  const [email = "", phone = "", firstNames = "", familyName = "", pan = ""] = customer;
  const fields: [string, string][] = [
    ["IPCmethod", "IPCPurchaseNotify"],
    ["SID", store.sid],
    ["Amount", "23.45"],
    ["Currency", "EUR"],
    ["OrderID", order],
    ["IPC_Trnref", order.replace("SHOW-", "99")],
    ["RequestSTAN", "000123"],
    ["RequestDateTime", "2026-03-01 10:00:00"],
    ["PaymentMethod", "1"],
    ["PAN", pan],
    ["CustomerEmail", email],
    ["CustomerPhone", phone],
    ["CustomerFirstNames", firstNames],
    ["CustomerFamilyName", familyName],
  ];
  const data = toPhpForm([...fields, ["Signature", signFields(fields, store.privateKeyPem)]]);
  await request.post(store.url, { headers: { "content-type": "application/x-www-form-urlencoded" }, data });
  const found = async () => (await (await request.get(`/api/sandbox/notifications?q=${order}`)).json()).items[0]?.id;
  await expect.poll(found).toBeDefined();
  return `/sandbox/corner-cafe/notifications/${await found()}`;
}

/** Everything on a page that can be seen, read out, hovered or copied, and the data it received. */
async function gather(page: Page, path: string): Promise<string> {
  const answers: Response[] = [];
  const keep = (response: Response) => void answers.push(response);
  page.on("response", keep);
  await openWhole(page, path);
  page.off("response", keep);
  const responses = await Promise.all(
    answers
      .filter((answer) => answer.url().includes("/api/") && /json/.test(answer.headers()["content-type"] ?? ""))
      .map((answer) => answer.text().catch(() => "")),
  );
  const typed = await page
    .locator("input, textarea")
    .evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value));
  return [await page.content(), ...typed, ...responses].join("\n");
}

test("a presentation shows nothing personal on any page, says so everywhere, and in larger type", {
  annotation: { type: "slow", description: "Opens every page" },
}, async ({ page, request }) => {
  const headers = { origin };
  const pages = await everyPage(request);
  pages.set("[environment]/[merchant]/notifications/[id]", await notify(request));
  const { items } = await (await request.get("/api/sandbox/corner-cafe/transactions?limit=100")).json();
  const cards = [...new Set((items as Row[]).flatMap(({ pan }) => pan ?? []))];
  const staff = readSignIn().staff.map(({ email }) => email);
  expect(cards.length, "cards to hide").toBeGreaterThan(3);

  await page.context().request.post("/api/session/presentation", { headers, data: { on: true } });
  const seen: string[] = [];
  for (const path of pages.values()) {
    const all = await gather(page, path);
    for (const secret of [...cards, ...customer, ...staff]) if (all.includes(secret)) seen.push(`${path}: ${secret}`);
    await expect(page.getByText(/^Presentation/).first(), path).toBeVisible();
    const typePx = await page.evaluate(() => Number.parseFloat(getComputedStyle(document.documentElement).fontSize));
    expect(typePx, path).toBe(20);
  }
  expect(seen).toEqual([]);
});

test("a payment's own words are not shown, also where it is charged again", async ({ page, request }) => {
  const headers = { origin, "idempotency-key": crypto.randomUUID() };
  const words = { description: "For Anastasiya", extra: { guest: "Dimitrova" } };
  const data = { amountMinor: 2450, currency: "EUR", terminalId: "81000001", ...words };
  const made = await request.post("/api/sandbox/corner-cafe/payments", { headers, data });
  const { paymentId } = await made.json();
  const payments = "/sandbox/corner-cafe/payments";
  const pages = [`${payments}/${paymentId}`, `${payments}/new?again=${paymentId}`];
  for (const path of pages) expect(await gather(page, path), path).toContain("Dimitrova");
  await request.post("/api/session/presentation", { headers: { origin }, data: { on: true } });
  for (const path of pages) {
    const all = await gather(page, path);
    await expect(page.getByText(/^Presentation/).first(), path).toBeVisible();
    expect(all, path).not.toContain("Dimitrova");
    expect(all, path).not.toContain("Anastasiya");
  }
});

test("what a form sent before is not shown", async ({ page, request }) => {
  await page.route("**/api/sandbox/corner-cafe/payments", (route, sent) =>
    sent.method() === "POST" ? route.abort() : route.fallback(),
  );
  await page.goto("/sandbox/corner-cafe/payments/new");
  await expect(page).toHaveURL(/form=/);
  const description = page.getByRole("textbox", { name: /^Description/ });
  await page.getByRole("combobox", { name: "Terminal" }).selectOption("81000001");
  await page.getByRole("textbox", { name: /^Amount/ }).fill("12.00");
  await description.fill("For Anastasiya");
  await page.getByRole("button", { name: "Send to terminal" }).click();
  await expect(page.getByText("Counterfoil didn't respond")).toBeVisible();
  await page.reload();
  await expect(description).toHaveValue("For Anastasiya");
  await request.post("/api/session/presentation", { headers: { origin }, data: { on: true } });
  await page.reload();
  await expect(page.getByText(/^Presentation/).first()).toBeVisible();
  await expect(page).toHaveURL(/form=/);
  await expect(description).toHaveValue("");
});

test("files made during a presentation hold nothing personal, and the audit is not written into one", async ({
  page,
  request,
}) => {
  const headers = { origin };
  const body = {
    format: "csv",
    columns: ["reference", "pan", "description"],
    order: "newest",
    selection: { kind: "matching", filter: {}, except: [] },
  };
  const exported = async (from: typeof request) =>
    (await from.post("/api/sandbox/corner-cafe/transactions/export", { headers, data: body })).text();
  expect(await exported(request)).toMatch(/\*\d{4}/);
  await page.context().request.post("/api/session/presentation", { headers, data: { on: true } });
  const file = await exported(page.context().request);
  expect(file.split("\n").length).toBeGreaterThan(10);
  expect(file).not.toMatch(/\*\d{4}/);
  const audit = await page.context().request.get("/api/sandbox/audit/export");
  expect((await audit.json()).error.code).toBe("presenting");
});

test("an address that was searched for is not shown, neither as the page's title", async ({ page, request }) => {
  await request.post("/api/session/presentation", { headers: { origin }, data: { on: true } });
  await page.goto("/sandbox/find?q=nobody.at.all%40example.bg");
  const main = page.getByRole("main");
  await expect(main.getByText("No results for “•••@•••”")).toBeVisible();
  await expect(main).not.toContainText("nobody.at.all");
  await expect(page).toHaveTitle(/^(\(\d+\) )?Search “•••@•••”/);
});

test("where it cannot be begun, that is said", async ({ page }) => {
  await page.goto("/sandbox/settings/staff");
  await waitForHydration(page);
  await page.route("**/api/session/presentation", (route) => route.abort(), { times: 1 });
  await page.getByRole("button", { name: /^Account of/ }).click();
  await page.getByRole("menuitem", { name: "Start presentation mode" }).click();
  await expect(page.getByText("Can't reach the server. Check your connection and try again.").first()).toBeVisible();
  await expect(page.getByText(/^Presentation/)).toHaveCount(0);
});

test("it is begun and ended in the account's menu", async ({ page }) => {
  await page.goto("/sandbox/settings/staff");
  await waitForHydration(page);
  await page.getByRole("button", { name: /^Account of/ }).click();
  await page.getByRole("menuitem", { name: "Start presentation mode" }).click();
  await expect(page.getByText(/^Presentation/)).toBeVisible();
  await expect(page.getByRole("row").filter({ hasText: "•••@•••" }).nth(1)).toBeVisible();
  await expect(page.getByText("•••@••• (you)")).toHaveCount(1);
  await waitForHydration(page);
  await page.getByRole("button", { name: "Exit", exact: true }).click();
  await expect(page.getByText(/^Presentation/)).toHaveCount(0);
  await expect(page.getByRole("row").filter({ hasText: "@" }).first()).not.toContainText("•••");
});

test("begun in one window, it hides what another has revealed, and ends in both", async ({ page, request }) => {
  const notification = await notify(request);
  const other = await page.context().newPage();
  await other.goto(notification);
  await waitForHydration(other);
  await other.getByText("All fields").click();
  const reason = other.getByRole("textbox", { name: "Reason (saved in the audit log)" }).first();
  await reason.fill("To compare it with the shop");
  await other.getByRole("button", { name: "Show personal data" }).click();
  await expect(other.getByText("ana.dimitrova@example.bg")).toBeVisible();

  await page.goto("/sandbox/settings/staff");
  await waitForHydration(page);
  await page.getByRole("button", { name: /^Account of/ }).click();
  await page.getByRole("menuitem", { name: "Start presentation mode" }).click();
  await expect(other.getByText(/^Presentation/)).toBeVisible();
  expect(await other.content()).not.toContain("ana.dimitrova@example.bg");
  await expect(page.getByText(/^Presentation/)).toBeVisible();
  await waitForHydration(page);
  await waitForHydration(other);
  await page.getByRole("button", { name: "Exit", exact: true }).click();
  await expect(other.getByText(/^Presentation/)).toHaveCount(0);
  await expect(page.getByText(/^Presentation/)).toHaveCount(0);
});
