import type { Page } from "@playwright/test";
import { stamp, waitForHydration } from "../support/app.ts";
import { englishFinder } from "../support/english-on-page.ts";
import { addColleague } from "../support/restricted-staff.ts";
import { origin } from "../support/surroundings.ts";
import { expect, nobody, test } from "../support/test.ts";

test.describe.configure({ mode: "parallel" });

type Colleague = Awaited<ReturnType<typeof addColleague>>;

const html = (page: Page) => page.locator("html");
const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });

test.describe("for who has not signed in", () => {
  test.use({ storageState: nobody });

  test("a language chosen in the account's menu is there after signing in again, and in another browser", {
    annotation: { type: "slow", description: "Signs in three times in two browsers" },
  }, async ({ page, browser }) => {
    // The chosen language stays with the account.
    const colleague = await addColleague(`polyglot-${stamp()}@counterfoil.example`, { role: "support" });
    await page.goto("/login");
    await signInWith(page, colleague, { email: "E-mail", password: "Password", act: "Sign in" });
    await expect(heading(page, "Overview")).toBeVisible();
    await page.getByRole("button", { name: /^Account of/ }).click();
    await page.getByRole("menuitemradio", { name: "Deutsch" }).click();
    await expect(heading(page, "Überblick")).toBeVisible();
    await expect(html(page)).toHaveAttribute("lang", "de-DE");

    await page.getByRole("button", { name: /^Konto von/ }).click();
    await page.getByRole("menuitem", { name: "Abmelden" }).click();
    await expect(page).toHaveURL(/\/login/);
    const german = { email: "E-Mail", password: "Passwort", act: "Anmelden" };
    await signInWith(page, colleague, german);
    await expect(heading(page, "Überblick")).toBeVisible();

    const elsewhere = await browser.newContext({ baseURL: origin, storageState: nobody });
    const other = await elsewhere.newPage();
    await other.goto("/login");
    await expect(html(other)).toHaveAttribute("lang", "en-GB");
    await signInWith(other, colleague, { email: "E-mail", password: "Password", act: "Sign in" });
    await expect(heading(other, "Überblick")).toBeVisible();
    await expect(html(other)).toHaveAttribute("lang", "de-DE");
    await elsewhere.close();
  });

  test("the sign-in page offers every language under its own name and speaks the chosen one at once", async ({ page }) => {
    await page.goto("/login");
    const choice = page.getByLabel("Language");
    await expect(choice.getByRole("option")).toHaveText(["English", "Deutsch", "Français", "Italiano", "Español", "Български"]);
    await choice.selectOption("Deutsch");
    await expect(page.getByRole("button", { name: "Anmelden" })).toBeVisible();
    await expect(html(page)).toHaveAttribute("lang", "de-DE");
    expect(await englishFinder("de")(page)).toEqual([]);
    await page.getByLabel("Sprache").selectOption("Български");
    await expect(html(page)).toHaveAttribute("lang", "bg-BG");
    expect(await englishFinder("bg")(page)).toEqual([]);
  });

  test("who has chosen nothing reads what the browser asks for", async ({ browser }) => {
    const context = await browser.newContext({ baseURL: origin, storageState: nobody, locale: "it-IT" });
    const page = await context.newPage();
    await page.goto("/login");
    await expect(html(page)).toHaveAttribute("lang", "it-IT");
    expect(await englishFinder("it")(page)).toEqual([]);
    await context.close();
  });
});

async function signInWith(
  page: Page,
  { email, password }: Colleague,
  names: { email: string; password: string; act: string },
): Promise<void> {
  await waitForHydration(page);
  await page.getByLabel(names.email).fill(email);
  await page.getByLabel(names.password).fill(password);
  await page.getByRole("button", { name: names.act, exact: true }).click();
}
