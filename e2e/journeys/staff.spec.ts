import AxeBuilder from "@axe-core/playwright";
import { type BrowserContext, expect, type Page, test } from "@playwright/test";
import { TOTP } from "otpauth";
import { readFirstAdminLink } from "../support/desk.ts";

const password = "trusting-plum-otter-visa";

async function expectNoBarriers(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).exclude("[data-live-announcer]").analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
}

async function openFresh(context: BrowserContext, address: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(address);
  return page;
}

test("the first administrator joins by the printed link, takes a second factor, invites a colleague and lets them go", async ({
  browser,
}) => {
  const own = await browser.newContext();
  const page = await openFresh(own, readFirstAdminLink());

  await test.step("join, with a password that is good enough", async () => {
    await page.getByLabel("Your e-mail").fill("first@counterfoil.example");
    await page.getByLabel("Password").fill("password12345");
    await page.getByRole("button", { name: "Join" }).click();
    await expect(page.getByText("known from breaches")).toBeVisible();
    await expectNoBarriers(page);
    await page.getByLabel("Password").fill(password);
    await page.getByRole("button", { name: "Join" }).click();
    await expect(page.getByRole("heading", { name: "Overview" })).toBeVisible();
  });

  let secret = "";
  await test.step("a second factor and its recovery codes", async () => {
    await page.goto("/sandbox/settings/account");
    await page.getByRole("button", { name: "Set up" }).click();
    await expect(page.getByAltText("QR code of the secret below")).toBeVisible();
    secret =
      (await page
        .locator("code")
        .filter({ hasText: /^[A-Z2-7]{32}$/ })
        .textContent()) ?? "";
    await page.getByLabel("Code", { exact: true }).fill(new TOTP({ secret }).generate());
    await page.getByRole("button", { name: "Confirm" }).click();
    await expect(page.getByText("Keep these recovery codes")).toBeVisible();
    await expectNoBarriers(page);
    await page.getByRole("button", { name: "I have kept them" }).click();
    await expect(page.getByText("In force")).toBeVisible();
  });

  await test.step("signing in asks for the code", async () => {
    await own.clearCookies();
    await page.goto("/login");
    await page.getByLabel("E-mail").fill("first@counterfoil.example");
    await page.getByLabel("Password").fill(password);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByLabel("Code").fill("000000");
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(page.getByText("The code is not right")).toBeVisible();
    const next = new TOTP({ secret }).generate({ timestamp: Date.now() + 30_000 });
    await page.getByLabel("Code").fill(next);
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(page.getByRole("heading", { name: "Overview" })).toBeVisible();
  });

  let link = "";
  await test.step("an invitation, by keyboard alone", async () => {
    await page.goto("/sandbox/settings/staff");
    await page.getByRole("button", { name: "Invite somebody" }).focus();
    await page.keyboard.press("Enter");
    await page.getByLabel("E-mail").focus();
    await page.keyboard.type("colleague@counterfoil.example");
    await page.keyboard.press("Enter");
    await expect(page.getByText("Give this link to colleague@counterfoil.example")).toBeVisible();
    link = (await page.locator("code").filter({ hasText: "/join#" }).textContent()) ?? "";
    await expectNoBarriers(page);
  });

  const theirs = await browser.newContext();
  const colleague = await openFresh(theirs, link);
  await test.step("the colleague joins and may not see the staff", async () => {
    await colleague.getByLabel("Password").fill(`${password}-2`);
    await colleague.getByRole("button", { name: "Join" }).click();
    await expect(colleague.getByRole("heading", { name: "Overview" })).toBeVisible();
    await colleague.goto("/sandbox/settings/staff");
    await expect(colleague.getByText("Only administrators may see this")).toBeVisible();
    await expect((await openFresh(theirs, link)).getByText("This link does not open")).toBeVisible();
  });

  await test.step("disabled, the colleague is out at once", async () => {
    await page.reload();
    await page.getByRole("button", { name: "Change colleague@counterfoil.example" }).click();
    await page.getByRole("menuitem", { name: "Disable" }).click();
    await expect(page.getByText("Disabled")).toBeVisible();
    await colleague.goto("/sandbox/transactions");
    await expect(colleague).toHaveURL(/\/login\?next=%2Fsandbox%2Ftransactions/);
  });

  await test.step("and all of it stands in the audit", async () => {
    await page.goto("/sandbox/settings/audit?act=staff");
    await expect(page.getByRole("row").filter({ hasText: "colleague@counterfoil.example" })).not.toHaveCount(0);
    await expectNoBarriers(page);
  });
  await Promise.all([own.close(), theirs.close()]);
});
