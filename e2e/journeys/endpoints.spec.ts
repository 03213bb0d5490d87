import { generateKeyPairSync } from "node:crypto";
import type { Locator } from "@playwright/test";
import { payOrders, putBack, readSignIn, stamp, waitForHydration } from "../support/app.ts";
import { readClipboard } from "../support/clipboard.ts";
import { origin } from "../support/surroundings.ts";
import { expect, test } from "../support/test.ts";

/** The merchant of this journey only, so that payments of other journeys do not interfere. */
const merchant = "bodega-del-sol";

function findEndpoint() {
  const { sid = "", url = "" } = readSignIn().notify.find((item) => item.merchant === merchant) ?? {};
  return { sid, id: /\/api\/notify\/([0-9a-f]{32})$/.exec(url)?.[1] };
}

test.beforeEach(async ({ request }) => {
  const endpoint = `${merchant}/endpoints/${findEndpoint().id}`;
  await putBack(request, { method: "PATCH", path: endpoint, data: { strictLayout: true } });
  await putBack(request, { method: "DELETE", path: `${merchant}/receiver-fault` });
});

const createPublicKey = () =>
  generateKeyPairSync("rsa", { modulusLength: 2048 }).publicKey.export({ type: "spki", format: "pem" }).toString();

const factOf = (main: Locator, name: string) =>
  main.locator("dt", { hasText: new RegExp(`^${name}$`) }).locator("xpath=following-sibling::dd[1]");

test("the addresses to enter at the gateway are there to copy, with SID and certificates", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto(`/sandbox/${merchant}/endpoints`);
  await waitForHydration(page);
  const main = page.getByRole("main");
  const { sid, id } = findEndpoint();
  for (const [name, value] of [
    ["URL_Notify", `${origin}/api/notify/${id}`],
    ["URL_OK", `${origin}/return/${id}`],
    ["URL_Cancel", `${origin}/return/${id}`],
    ["SID", sid],
  ] as const) {
    await expect(factOf(main, name)).toContainText(value);
    await main
      .getByRole("button", { name: `Copy ${name}` })
      .first()
      .click();
    await expect.poll(() => readClipboard(page)).toContain(value);
  }
  await expect(main.getByText(/\d{3,4} bit/).first()).toBeVisible();
});

test("when something was last received stands there the moment it comes", async ({ page, request }) => {
  await page.goto(`/sandbox/${merchant}/endpoints`);
  const last = factOf(page.getByRole("main"), "Last received");
  await expect(last).toBeVisible();
  const shown = await last.innerHTML();
  await payOrders(request, 1, merchant);
  // To the millisecond in its title, in case another arrived within the same second.
  await expect.poll(() => last.innerHTML()).not.toBe(shown);
});

test("who changes the field order or adds an endpoint is asked who they are, and the request goes out again", async ({
  page,
}) => {
  // Only production is requested, which this browser's users cannot reach: the first response to each change is production's.
  const requested = new Set<string>();
  await page.route(`**/api/sandbox/${merchant}/endpoints**`, (route, request) => {
    const isRead = request.method() === "GET" || request.url().endsWith("/dry-run");
    if (isRead || requested.has(request.method())) return route.continue();
    requested.add(request.method());
    const error = { code: "proof_required", message: "Confirm it's you: enter your password again.", requestId: "journey" };
    return route.fulfill({ status: 403, json: { error } });
  });
  const confirm = async () => {
    const proof = page.getByRole("dialog", { name: "Confirm it's you" });
    const password = readSignIn().staff.find(({ role }) => role === "admin")?.password ?? "";
    await proof.getByLabel("Your password", { exact: true }).fill(password);
    await proof.getByRole("button", { name: "Confirm" }).click();
    await expect(proof).toBeHidden();
  };
  await page.goto(`/sandbox/${merchant}/endpoints`);
  await waitForHydration(page);
  const main = page.getByRole("main");
  const strict = main.getByRole("switch", { name: "Require the first five fields in the standard order" }).first();
  await expect(strict).toBeChecked();
  const switchRule = async (action: string) => {
    await strict.press("Space");
    const dialog = page.getByRole("dialog", { name: /standard order/ });
    await expect(dialog.getByRole("region", { name: "Dry run" })).toContainText(
      /After this change we verify \d+ of the last \d+/,
    );
    await dialog.getByRole("button", { name: action }).click();
  };
  await switchRule("Stop requiring it");
  await confirm();
  await expect(strict).not.toBeChecked();
  await switchRule("Require it");
  await expect(strict).toBeChecked();
  await main.getByText("Add notification URL").click();
  await main.getByLabel("Store ID (SID)").fill("no sid!");
  await main.getByRole("button", { name: "Create URL" }).click();
  await confirm();
  await expect(main.getByText("A SID is 1 to 15 letters or digits.")).toBeVisible();
});

test("the last certificate is ended only after what follows was read and the merchant's name typed", async ({
  page,
  request,
}) => {
  const made = await request.post(`/api/sandbox/${merchant}/endpoints`, {
    headers: { origin },
    data: { sid: `T${stamp()}`, certificates: [createPublicKey()] },
  });
  const [key] = (await made.json()).certificates;
  const short = key.fingerprint.slice(0, 8);
  await page.goto(`/sandbox/${merchant}/endpoints`);
  await waitForHydration(page);
  await expect(page.getByRole("button", { name: `Delete certificate ${short}` })).toHaveCount(0);
  await page.getByRole("button", { name: `Retire certificate ${short}` }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("we answer every notification with 503");
  await expect(dialog.getByRole("region", { name: "Dry run" })).toContainText("no stored notification");
  await test.step("a day that has begun is no date to retire it on", async () => {
    const changes: string[] = [];
    page.on("request", (sent) => sent.method() === "PATCH" && changes.push(sent.url()));
    await dialog.getByRole("textbox", { name: /^Type the merchant's name/ }).fill(merchant);
    await dialog.getByRole("spinbutton", { name: /^day/ }).click();
    for (const part of ["01", "12", "2025"]) await page.keyboard.type(part);
    await dialog.getByRole("button", { name: "Retire on this date" }).click();
    await expect(dialog).toContainText("Choose a later date, or retire it now.");
    expect(changes).toEqual([]);
    await dialog.getByRole("textbox", { name: /^Type the merchant's name/ }).fill("");
  });
  await dialog.getByRole("button", { name: "Retire now" }).click();
  await expect(dialog).toContainText("Type the merchant's name exactly");
  await dialog.getByRole("textbox", { name: /^Type the merchant's name/ }).fill(merchant);
  await dialog.getByRole("button", { name: "Retire now" }).click();
  await expect(dialog).toHaveCount(0);
  await page.getByRole("button", { name: `Delete certificate ${short}` }).click();
  await expect(dialog).toContainText(`Delete certificate ${short}?`);
  await dialog.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(page.getByRole("button", { name: `Delete certificate ${short}` })).toHaveCount(0);
  await expect(page.getByText("This merchant: Needs attention")).toBeVisible();
  await page.goto("/sandbox");
  await expect(page.getByRole("region", { name: "Open issues" })).toContainText(/Bodega del Sol.*certificate/);
});

test("a notification URL that fails on purpose has its payment reversed, says so, and is put back", async ({ page, request }) => {
  test.info().annotations.push({ type: "slow", description: "What went back is listed ten seconds after it came." });
  await page.goto(`/sandbox/${merchant}/endpoints`);
  await waitForHydration(page);
  const main = page.getByRole("main");
  await main.getByText("Make this URL fail on purpose").click();
  await main.getByText("10", { exact: true }).click();
  await main.getByRole("button", { name: "Start", exact: true }).click();
  await expect(main.getByText("Notification URL fails on purpose: answers 500")).toBeVisible();
  const order = `PURPOSE-${stamp()}`;
  const response = await request.post("/sandbox-gateway/control/orders", {
    headers: { "x-control-key": readSignIn().sandbox.controlKey },
    data: { merchant, amountMinor: 4_100, currency: "EUR", order },
  });
  expect(await response.json()).toMatchObject({ status: "reversed" });
  await expect(main.getByText(/^\d more payment notifications fail/)).toBeVisible();
  await main.getByRole("button", { name: "End now" }).click();
  await expect(main.getByText("Make this URL fail on purpose")).toBeVisible();
  await expect(async () => {
    await page.goto(`/sandbox/${merchant}/notifications/money-back`);
    const row = page.getByRole("row").filter({ hasText: order });
    await expect(row).toContainText("Failed on purpose (sandbox)", { timeout: 2_000 });
    await expect(row).toContainText("Reversed", { timeout: 2_000 });
  }).toPass();
  await test.step("the row leads to the transaction that is the reversal, once it is synced", async () => {
    await expect(async () => {
      await request.get(`/api/sandbox/${merchant}/transactions`);
      await page.reload();
      const row = page.getByRole("row").filter({ hasText: order });
      await row.getByRole("link", { name: "Reversal", exact: true }).click({ timeout: 2_000 });
    }).toPass();
    await expect(page).toHaveURL(/\/transactions\/id\//);
    await expect(page.getByRole("main")).toContainText("−41.00 EUR");
    await expect(page.getByRole("main")).toContainText(order);
  });
});

test("a dry run says what ending the certificate in use would do, and what adding another one would, before either is done", async ({
  page,
  request,
}) => {
  await payOrders(request, 1, merchant);
  await page.goto(`/sandbox/${merchant}/endpoints`);
  await waitForHydration(page);
  const main = page.getByRole("main");
  const changes: string[] = [];
  page.on("request", (sent) => sent.method() === "PATCH" && changes.push(sent.url()));
  const used = main.getByRole("listitem").filter({ hasText: "In use" }).first();
  await used.getByRole("button", { name: /^Retire certificate/ }).click();
  const ending = page.getByRole("dialog", { name: "Retire certificate" });
  const dryRun = ending.getByRole("region", { name: "Dry run" });
  await expect(dryRun).toContainText(/After this change we verify 0 of the last [\d,]+/);
  // Said once, by the dialog.
  await expect(ending).toContainText("This is the last certificate.");
  await expect(dryRun).not.toContainText("Only this certificate verifies recent notifications.");
  await dryRun.getByText("Notifications that would change").click();
  await expect(dryRun.getByRole("link").first()).toHaveAttribute("href", new RegExp(`/sandbox/${merchant}/notifications/`));
  await page.keyboard.press("Escape");
  await main.getByText("Add a certificate").first().click();
  const pasted = main.getByLabel("Certificate, public key or configuration pack").first();
  await pasted.fill("no key");
  await main.getByRole("button", { name: "Check and add…" }).first().click();
  await expect(pasted).toHaveAttribute("aria-invalid", "true");
  await pasted.fill(createPublicKey());
  await main.getByRole("button", { name: "Check and add…" }).first().click();
  const adding = page.getByRole("dialog", { name: "Add this certificate?" });
  await expect(adding).toContainText("Nothing would change for any of them.");
  expect(changes).toEqual([]);
  await adding.getByRole("button", { name: "Add", exact: true }).click();
  await expect(adding).toHaveCount(0);
  await expect(main.getByText("Ready").first()).toBeVisible();
  expect(changes).toHaveLength(1);
});

test("a dry run of one certificate is not shown after another one was pasted", async ({ page }) => {
  const [first, second] = [createPublicKey().trim(), createPublicKey().trim()];
  const asked: unknown[] = [];
  const answer = Promise.withResolvers<void>();
  await page.route(`**/api/sandbox/${merchant}/endpoints/*/dry-run`, async (route, request) => {
    asked.push(request.postDataJSON());
    await answer.promise;
    await route.continue();
  });
  await page.goto(`/sandbox/${merchant}/endpoints`);
  await waitForHydration(page);
  const main = page.getByRole("main");
  await main.getByText("Add a certificate").first().click();
  const pasted = main.getByLabel("Certificate, public key or configuration pack").first();
  const check = main.getByRole("button", { name: "Check and add…" }).first();
  const adding = page.getByRole("dialog", { name: "Add this certificate?" });
  await pasted.fill(first);
  await check.click();
  await expect.poll(() => asked.length).toBe(1);
  await pasted.fill(second);
  const answered = page.waitForResponse("**/dry-run");
  answer.resolve();
  await answered;
  await check.click();
  await expect(adding).toBeVisible();
  expect(asked).toEqual([{ addCertificates: [first] }, { addCertificates: [second] }]);
  await page.keyboard.press("Escape");
  await expect(adding).toHaveCount(0);
  await expect(pasted).toHaveValue(second);
});
