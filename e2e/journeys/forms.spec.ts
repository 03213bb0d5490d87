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
