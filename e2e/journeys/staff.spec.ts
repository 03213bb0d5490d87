import AxeBuilder from "@axe-core/playwright";
import { type BrowserContext, expect, type Page, test } from "@playwright/test";
import { TOTP } from "otpauth";
import { stamp } from "../support/app.ts";
import { type Keys, keysOf } from "../support/keys.ts";
import { findAdminLink } from "../support/restricted-staff.ts";

// A second try runs in a new worker, and so with other addresses.
const mark = stamp();
const first = `first-${mark}@counterfoil.example`;
const second = `colleague-${mark}@counterfoil.example`;
const third = `another-${mark}@counterfoil.example`;
const password = "trusting-plum-otter-visa";
const theirPassword = `${password}-2`;

async function expectNoBarriers(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).exclude("[data-live-announcer]").analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
}

type Seat = { context: BrowserContext; page: Page; keys: Keys };

/** A page whose session ends redirects to the sign-in by itself, so the page is left before that. */
const leave = ({ page }: Seat) => page.goto("about:blank");

async function dropSession(session: Seat): Promise<void> {
  await leave(session);
  await session.context.clearCookies();
}

async function enterPassword({ page, keys }: Seat, email: string, secret: string): Promise<void> {
  await page.goto("/login");
  await keys.type(page.getByLabel("E-mail"), email);
  await keys.type(page.getByLabel("Password"), secret, { send: true });
}

const overview = (page: Page) => page.getByRole("heading", { name: "Overview" });

async function openMenu({ page, keys }: Seat, email: string): Promise<void> {
  await keys.pressInRow(page.getByRole("row").filter({ hasText: email }), page.getByRole("button", { name: `Edit ${email}` }));
}

test("the whole of staff administration with the keyboard alone, from the printed link to letting a colleague go", {
  tag: "@job",
  annotation: { type: "slow", description: "Types everything key by key in three browsers" },
}, async ({ browser }) => {
  const sit = async (): Promise<Seat> => {
    const context = await browser.newContext();
    const page = await context.newPage();
    return { context, page, keys: keysOf(page) };
  };
  const [own, theirs, elsewhere] = [await sit(), await sit(), await sit()];
  const { page, keys } = own;

  await test.step("join, with a password that is good enough", async () => {
    await page.goto(await findAdminLink({ isSecondTry: test.info().retry > 0 }));
    await keys.type(page.getByLabel("Your e-mail"), first);
    await keys.type(page.getByLabel("Password"), "password12345", { send: true });
    await expect(page.getByText("known from data breaches")).toBeVisible();
    await expectNoBarriers(page);
    await keys.type(page.getByLabel("Password"), password, { send: true });
    await expect(overview(page)).toBeVisible();
  });

  let secret = "";
  let recoveryCode = "";
  await test.step("a second factor and its recovery codes", async () => {
    await page.goto("/sandbox/settings/account");
    await keys.press(page.getByRole("button", { name: "Set up" }));
    await expect(page.getByAltText("QR code of the secret below")).toBeVisible();
    secret =
      (await page
        .locator("code")
        .filter({ hasText: /^[A-Z2-7]{32}$/ })
        .textContent()) ?? "";
    await keys.type(page.getByLabel("Code", { exact: true }), new TOTP({ secret }).generate(), { send: true });
    await expect(page.getByText("Save these recovery codes")).toBeVisible();
    recoveryCode =
      (await page
        .getByRole("listitem")
        .filter({ hasText: /^\w{5}-\w{5}-\w{5}$/ })
        .first()
        .textContent()) ?? "";
    await expectNoBarriers(page);
    await keys.press(page.getByRole("button", { name: "I've saved them" }));
    await expect(page.getByText("On", { exact: true })).toBeVisible();
  });

  await test.step("signing in asks for the code", async () => {
    await dropSession(own);
    await enterPassword(own, first, password);
    await keys.type(page.getByLabel("Code"), "000000", { send: true });
    await expect(page.getByText("Wrong or already used code")).toBeVisible();
    const next = new TOTP({ secret }).generate({ timestamp: Date.now() + 30_000 });
    await keys.type(page.getByLabel("Code"), next, { send: true });
    await expect(overview(page)).toBeVisible();
  });

  await test.step("without the app a recovery code lets in, once", async () => {
    for (const isGood of [true, false]) {
      await dropSession(elsewhere);
      await enterPassword(elsewhere, first, password);
      await elsewhere.keys.type(elsewhere.page.getByLabel("Code"), recoveryCode, { send: true });
      const outcome = isGood ? overview(elsewhere.page) : elsewhere.page.getByText("Wrong or already used code");
      await expect(outcome).toBeVisible();
    }
  });

  await test.step("the session that it opened is ended from here", async () => {
    await page.goto("/sandbox/settings/account");
    await expect(page.getByText("9 recovery codes are left")).toBeVisible();
    const there = page.getByRole("button", { name: "Sign out device" });
    const opened = page.getByRole("row").filter({ has: there });
    const before = await opened.count();
    await keys.pressInRow(opened.first(), there.first());
    await expect(opened).toHaveCount(before - 1);
    await expectNoBarriers(page);
  });

  let link = "";
  const revoke = (email: string) =>
    keys.pressInRow(
      page.getByRole("row").filter({ hasText: email }),
      page.getByRole("button", { name: `Revoke the link of ${email}` }),
    );
  const question = (email: string) => page.getByRole("dialog", { name: `Revoke the link of ${email}?` });
  // Also behind a dialog.
  const rowOf = (email: string) => page.locator("[role=row]").filter({ hasText: email });
  await test.step("two invitations", async () => {
    await page.goto("/sandbox/settings/staff");
    for (const email of [third, second]) {
      await keys.press(page.getByRole("button", { name: "Invite a team member" }));
      await keys.type(page.getByRole("dialog").getByLabel("E-mail"), email, { send: true });
      await expect(page.getByText(`Send this link to ${email}`)).toBeVisible();
    }
    link = (await page.locator("code").filter({ hasText: "/join#" }).textContent()) ?? "";
    await expectNoBarriers(page);
  });

  await test.step("the newer one is about to be revoked", async () => {
    await page.goto("/sandbox/settings/staff?show=invitations");
    await revoke(second);
    await expect(question(second)).toBeVisible();
  });

  await test.step("the colleague joins and may not see the staff", async () => {
    await theirs.page.goto(link);
    await theirs.keys.type(theirs.page.getByLabel("Password"), theirPassword, { send: true });
    await expect(overview(theirs.page)).toBeVisible();
    await theirs.page.goto("/sandbox/settings/staff");
    await expect(theirs.page.getByRole("main").getByText("You don't have access to this page")).toBeVisible();
    const again = await theirs.context.newPage();
    await again.goto(link);
    await expect(again.getByText("This link has expired or was already used", { exact: true })).toBeVisible();
  });

  await test.step("the question stays about the link that was used meanwhile, whatever comes to its place", async () => {
    await keys.press(question(second).getByRole("button", { name: "Revoke" }));
    await expect(question(second).getByRole("alert")).toBeVisible();
    await expect(rowOf(second)).toHaveCount(0);
    await keys.press(question(second).getByRole("button", { name: "Revoke" }));
    await expect(question(second).getByRole("alert")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(rowOf(third)).toHaveCount(1);
    await revoke(third);
    await keys.press(question(third).getByRole("button", { name: "Revoke" }));
    await expect(rowOf(third)).toHaveCount(0);
  });

  await test.step("another role and one merchant only; what was open ends", async () => {
    await page.goto("/sandbox/settings/staff");
    await openMenu(own, second);
    await keys.act("Edit permissions");
    const dialog = page.getByRole("dialog", { name: `Permissions of ${second}` });
    await keys.choose(dialog.getByRole("combobox", { name: "Role" }), "Support");
    await keys.choose(dialog.getByRole("combobox", { name: "Merchants" }), "Selected merchants");
    const merchants = dialog.getByRole("listbox", { name: "Merchants this person can see" });
    await keys.press(merchants);
    await expect(merchants.getByRole("option", { selected: true })).toHaveCount(1);
    await expectNoBarriers(page);
    await keys.press(dialog.getByRole("button", { name: "Save and sign them out" }));
    await expect(page.getByRole("row").filter({ hasText: second })).toContainText("Support · 1 merchant");
    await leave(theirs);
    await theirs.page.goto("/sandbox/transactions");
    await expect(theirs.page).toHaveURL(/\/login\?next=%2Fsandbox%2Ftransactions/);
    await enterPassword(theirs, second, theirPassword);
    await expect(overview(theirs.page)).toBeVisible();
  });

  await test.step("disabled, the colleague is out at once", async () => {
    await openMenu(own, second);
    await keys.act("Deactivate");
    await expect(page.getByRole("row").filter({ hasText: second })).toContainText("Deactivated");
    await leave(theirs);
    await theirs.page.goto("/sandbox/transactions");
    await expect(theirs.page).toHaveURL(/\/login\?next=%2Fsandbox%2Ftransactions/);
  });

  await test.step("and all of it stands in the audit", async () => {
    await page.goto("/sandbox/settings/audit?act=staff");
    await expect(page.getByRole("row").filter({ hasText: second })).not.toHaveCount(0);
    await expectNoBarriers(page);
  });
  await Promise.all([own, theirs, elsewhere].map(({ context }) => context.close()));
});
