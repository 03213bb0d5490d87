import { waitForHydration } from "../support/app.ts";
import { expect, test } from "../support/test.ts";

/** Page, button, and the field that is empty when the page opens. */
const forms = [
  ["/sandbox/settings/account", "Change password", "Current password"],
  ["/sandbox/settings/retention", "Preview deletion", "Delete after (days)"],
  ["/sandbox/lookup", "Look up 0 references", "References"],
  ["/sandbox/corner-cafe/payments/link", "Create payment link", "Amount"],
  ["/sandbox/corner-cafe/payments/new", "Send to terminal", "Terminal"],
] as const;

for (const [path, button, label] of forms) {
  test(`${path}: the button says what is missing, puts the focus there, and sends nothing`, async ({ page }) => {
    const sent: string[] = [];
    await page.goto(path);
    await waitForHydration(page);
    page.on("request", (request) => {
      if (request.method() !== "GET") sent.push(request.url());
    });
    const press = page.getByRole("button", { name: button }).first();
    await press.focus();
    await page.keyboard.press("Enter");
    const field = page.getByRole("main").getByLabel(label).first();
    await expect(field).toBeFocused();
    await expect(field).toHaveAttribute("aria-invalid", "true");
    await expect(field).toHaveAccessibleDescription(/\S/);
    expect(sent).toEqual([]);
  });
}

test("Enter twice in a form of one field creates one notification URL", async ({ page }) => {
  const line = Promise.withResolvers<void>();
  let sent = 0;
  await page.route("**/api/sandbox/corner-cafe/endpoints", async (route, request) => {
    if (request.method() === "GET") return route.fallback();
    sent++;
    await line.promise;
    await route.fulfill({ status: 503 });
  });
  await page.goto("/sandbox/corner-cafe/endpoints");
  await waitForHydration(page);
  const main = page.getByRole("main");
  await main.getByText("Add notification URL").click();
  const sid = main.getByLabel("Store ID (SID)");
  await sid.fill("123456");
  await sid.press("Enter");
  await sid.press("Enter");
  await expect(main.getByRole("button", { name: "Create URL" })).toHaveAttribute("data-pending", "true");
  await sid.press("Enter");
  line.resolve();
  await expect(main.getByRole("alert").filter({ hasText: "The URL wasn't created" })).toBeVisible();
  expect(sent).toBe(1);
});

test("what is typed stays when the page reads again and fails, which is said above it", async ({ page }) => {
  const typed = Promise.withResolvers<void>();
  await page.route("**/api/sandbox/live*", async (route) => {
    await typed.promise;
    await route.fulfill({ contentType: "text/event-stream", body: "retry: 3600000\nid: 1.0\nevent: reload\ndata: {}\n\n" });
  });
  await page.route("**/api/sandbox/retention", (route) => route.fulfill({ status: 503 }));
  await page.goto("/sandbox/settings/retention");
  await waitForHydration(page);
  const field = page.getByLabel("Delete after (days)").first();
  await field.fill("365");
  typed.resolve();
  const notice = page.getByRole("alert").filter({ hasText: "Couldn't refresh" });
  await expect(notice).toBeVisible();
  await expect(field).toHaveValue("365");
  await page.unroute("**/api/sandbox/retention");
  await notice.getByRole("button", { name: "Try again" }).click();
  await expect(notice).toHaveCount(0);
  await expect(field).toHaveValue("365");
});

test("the sandbox's administrator reads in the dialog who can invite, instead of filling in what is then refused", async ({
  page,
}) => {
  await page.goto("/sandbox/settings/staff");
  await waitForHydration(page);
  await page.getByRole("button", { name: "Invite" }).first().click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("Create your own administrator first");
  await expect(dialog.getByRole("textbox")).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
});

test("a dialog that is opened again shows nothing of the try before", async ({ page }) => {
  await page.route("**/api/sandbox/**", (route, request) =>
    request.method() === "GET" ? route.fallback() : route.fulfill({ status: 503 }),
  );
  const open = page.getByRole("button", { name: "Archive merchant" });
  const dialog = page.getByRole("dialog");
  await page.goto("/sandbox/corner-cafe/connection");
  await waitForHydration(page);
  await open.click();
  await dialog.getByRole("button", { name: "Archive merchant" }).click();
  await expect(dialog.getByRole("alert")).toBeVisible();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog).toHaveCount(0);
  await open.click();
  await expect(dialog.getByRole("button", { name: "Archive merchant" })).toBeVisible();
  await expect(dialog.getByRole("alert")).toHaveCount(0);
});
