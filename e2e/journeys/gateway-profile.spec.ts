import type { Page } from "@playwright/test";
import { putBack, readSignIn, waitForHydration } from "../support/app.ts";
import { expect, test } from "../support/test.ts";

const path = "/sandbox/settings/gateway";

const questionOf = (page: Page, name: string) =>
  page.getByRole("listitem").filter({ has: page.getByRole("heading", { name, exact: true }) });

test.beforeEach(async ({ request, role }) => {
  if (role !== "admin") return;
  const answers = [{ question: "page_size_max" }, { question: "typed_accounts", merchant: "zum-anker" }];
  for (const answer of answers) await putBack(request, { method: "PATCH", path: "profile", data: { ...answer, answer: null } });
});

test("an administrator asks the gateway again, sets the page size, finds it in the audit and takes it back", async ({ page }) => {
  const admin = readSignIn().staff.find(({ role }) => role === "admin")?.email ?? "";
  await page.goto(path);
  await waitForHydration(page);

  await test.step("the gateway is asked and its answers are shown", async () => {
    const probe = page.locator("section", { has: page.getByRole("heading", { name: "Last probe" }) });
    await expect(probe.getByText("Running")).toHaveCount(0);
    await probe.getByRole("button", { name: "Ask the gateway again" }).click();
    await expect(probe.getByText(admin)).toBeVisible();
    await expect(probe.getByText("Complete")).toBeVisible();
    const dates = questionOf(page, "How dates are written");
    await expect(dates).toContainText("As days: 2026-03-04");
    await expect(dates).toContainText("Detected");
    await dates.getByText("What showed it").click();
    await expect(dates.getByText("GET /accounting/v1/transactions?")).toBeVisible();
  });

  const size = questionOf(page, "Largest page");
  const change = size.getByRole("button", { name: "Change: Largest page" });
  const dialog = page.getByRole("dialog", { name: "Largest page" });

  await test.step("a wrong answer is named, a right one is in use", async () => {
    await change.click();
    await dialog.getByLabel("Answer").fill("many");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog.getByText("A whole number from 1 to 1000.")).toBeVisible();
    await dialog.getByLabel("Answer").fill("50");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog).toHaveCount(0);
    await expect(change).toBeFocused();
    await expect(size).toContainText(`Set by ${admin}`);
    await expect(size.getByText("50", { exact: true })).toBeVisible();
  });

  await test.step("the audit says what it was", async () => {
    await page.goto("/sandbox/settings/audit?act=profile");
    const audit = page.getByRole("grid", { name: "Audit log" });
    await expect(audit.getByText("Gateway behaviour changed").first()).toBeVisible();
    await expect(audit.getByText("Largest page: 100 → 50").first()).toBeVisible();
  });

  await test.step("it is taken back", async () => {
    await page.goto(path);
    await waitForHydration(page);
    await change.click();
    await dialog.getByRole("button", { name: "Reset to detected answer" }).click();
    await expect(dialog).toHaveCount(0);
    await expect(size).toContainText("Detected");
    await expect(size.getByText("100", { exact: true })).toBeVisible();
  });
});

test("typed account numbers are a merchant's, whose answers have a page of their own", async ({ page }) => {
  await page.goto(path);
  await waitForHydration(page);
  const accounts = questionOf(page, "Typed account numbers");
  const dialog = page.getByRole("dialog", { name: "Typed account numbers" });
  const open = () => accounts.getByRole("button", { name: "Change: Typed account numbers" }).click();
  await open();
  await dialog.getByLabel("Merchant").selectOption({ label: "Gasthaus Zum Anker" });
  await dialog.getByLabel("Account numbers").fill("40000001\n40000002");
  await dialog.getByRole("button", { name: "Save" }).click();
  const ofInn = accounts.getByRole("link", { name: "Gasthaus Zum Anker" });
  await expect(ofInn).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).last().click();
  await expect(ofInn).toHaveCount(0);
  await open();
  await dialog.getByLabel("Merchant").selectOption({ label: "Gasthaus Zum Anker" });
  await dialog.getByLabel("Account numbers").fill("40000001\n40000002");
  await dialog.getByRole("button", { name: "Save" }).click();
  await ofInn.click();
  await expect(page).toHaveURL(/\?merchant=zum-anker$/);
  await expect(page.getByText("Answers in use for Gasthaus Zum Anker only.")).toBeVisible();
  await expect(accounts).toContainText("40000001, 40000002");
  await open();
  await dialog.getByRole("button", { name: "Reset to detected answer" }).click();
  await expect(dialog).toHaveCount(0);
  await page.getByRole("link", { name: "Show the whole environment" }).click();
  await expect(accounts.getByRole("link", { name: "Gasthaus Zum Anker" })).toHaveCount(0);
});

test.describe("a viewer", () => {
  test.use({ role: "viewer" });
  test("reads the answers and changes none", async ({ page }) => {
    await page.goto("/sandbox/corner-cafe/connection");
    await page.getByRole("link", { name: "Gateway behaviour" }).click();
    await expect(page.getByText("Answers in use for Corner Cafe only.")).toBeVisible();
    await expect(questionOf(page, "Time zone of transactions")).toBeVisible();
    await expect(page.getByRole("button", { name: "Ask the gateway again" })).toHaveCount(0);
    await expect(page.getByRole("button", { name: /^Change:/ })).toHaveCount(0);
  });
});
