import type { Page } from "@playwright/test";
import { untilIdle } from "#scripts/support/until-idle.ts";
import { stamp } from "../support/app.ts";
import { addColleague } from "../support/restricted-staff.ts";
import { dataRows, openLedger, rowTimes } from "../support/tables.ts";
import { expect, signInAs, signInByApi, test } from "../support/test.ts";

const list = "/sandbox/corner-cafe/transactions";

const headings = (page: Page) => page.getByRole("grid", { name: "Transactions" }).getByRole("columnheader").allTextContents();
const query = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);
const views = (page: Page) => page.getByRole("navigation", { name: "Views" });

// Views and columns belong to a user, so each run of a journey uses another one.
let colleague: { email: string; password: string };
test.use({
  storageState: async ({ role: _ }, use) => {
    colleague = await addColleague(`views-${crypto.randomUUID()}@counterfoil.example`, { role: "support" });
    await use(await signInAs(colleague));
  },
});

test("a view is kept under a name, changed, opened by its address and first, and deleted", {
  annotation: { type: "slow", description: "Goes through the whole life of a view" },
}, async ({ page }) => {
  const table = await openLedger(page, `${list}?currency=EUR&sign=credit`);
  const filtered = Promise.withResolvers<void>();

  await test.step("saved", async () => {
    await page.getByRole("button", { name: "Save view" }).click();
    await page.getByRole("textbox", { name: "Name" }).fill("Sales in euro");
    // A page that comes late must not undo what is filtered meanwhile.
    await page.route(/[?&]_rsc=/, async (route) => {
      await filtered.promise;
      await route.continue();
    });
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(views(page).getByRole("link", { name: "Sales in euro" })).toHaveAttribute("aria-current", "page");
  });

  await test.step("a name twice is refused in the form", async () => {
    await page.getByRole("textbox", { name: "Reference or order" }).fill("POSA");
    await page.keyboard.press("Enter");
    filtered.resolve();
    await page.unrouteAll({ behavior: "wait" });
    await untilIdle(page);
    await page.getByRole("button", { name: "Save as another view" }).click();
    await page.getByRole("textbox", { name: "Name" }).fill("sales in EURO");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page.getByText("You already have a view with this name.")).toBeVisible();
    await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
  });

  await test.step("updated with what is filtered now", async () => {
    await page.getByRole("button", { name: "Update “Sales in euro”" }).click();
    await expect(page.getByRole("button", { name: /^Update/ })).toHaveCount(0);
  });

  await test.step("opened by an address that names it alone", async () => {
    const { view = "" } = query(page);
    await page.goto(`${list}?view=${view}`);
    await expect(dataRows(table).first()).toBeVisible();
    expect(query(page)).toEqual({ currency: "EUR", sign: "credit", q: "POSA", view });
  });

  await test.step("renamed, and what the list opens with", async () => {
    await page.getByRole("button", { name: "Edit view" }).click();
    await page.getByRole("textbox", { name: "Name" }).fill("Euro");
    await page.getByText("Use as my default view").click();
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(views(page).getByRole("link", { name: "Euro · default" })).toBeVisible();
    await page.goto(list);
    await expect(page.getByRole("button", { name: "Clear Currency: EUR" })).toBeVisible();
  });

  await test.step("everything stays within reach, also after a reload", async () => {
    await page.getByRole("button", { name: "Clear filters" }).click();
    await expect.poll(() => query(page)).toEqual({ view: "all" });
    await page.reload();
    await expect(dataRows(table).first()).toBeVisible();
    await expect(page.getByRole("button", { name: "Clear Currency: EUR" })).toHaveCount(0);
  });

  await test.step("deleted", async () => {
    await views(page).getByRole("link", { name: /^Euro/ }).click();
    await page.getByRole("button", { name: "Edit view" }).click();
    await page.getByRole("button", { name: "Delete" }).click();
    await expect(views(page).getByRole("link", { name: /^Euro/ })).toHaveCount(0);
  });
});

test("a view is shared with the team, whose others use it and cannot change it", async ({ page, browser }) => {
  const name = `Large in ${stamp()}`;
  await openLedger(page, `${list}?currency=EUR&amountMin=100`);
  await page.getByRole("button", { name: "Save view" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill(name);
  await page.getByText("Share with the team").click();
  await expect(page.getByText(/Everyone who may see these merchants can use it/)).toBeVisible();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(views(page).getByRole("link", { name: `${name} Shared with the team` })).toHaveAttribute("aria-current", "page");

  const viewer = await addColleague("sees-views@counterfoil.example", { role: "viewer" });
  const other = await browser.newContext({ storageState: await signInAs(viewer) });
  const theirs = await other.newPage();
  await openLedger(theirs, list);
  await views(theirs)
    .getByRole("link", { name: `${name} Shared by ${colleague.email}` })
    .click();
  await expect(theirs.getByRole("button", { name: "Clear Currency: EUR" })).toBeVisible();
  await expect(theirs.getByRole("button", { name: "Edit view" })).toHaveCount(0);
  await other.close();

  await page.getByRole("button", { name: "Edit view" }).click();
  await page.getByRole("button", { name: "Delete" }).click();
  await expect(views(page).getByRole("link", { name })).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(views(page).getByRole("link", { name })).toBeVisible();

  await test.step("an administrator deletes it after a question, and does not become its author", async () => {
    const admin = await browser.newContext({ storageState: await signInByApi("admin") });
    const adminPage = await admin.newPage();
    await openLedger(adminPage, list);
    const shared = views(adminPage).getByRole("link", { name: `${name} Shared by ${colleague.email}` });
    await shared.click();
    await adminPage.getByRole("button", { name: "Edit view" }).click();
    const edited = adminPage.getByRole("dialog", { name: "Edit this view" });
    await edited.getByRole("button", { name: "Delete" }).click();
    const question = adminPage.getByRole("dialog", { name: `Delete “${name}”?` });
    await expect(question).toContainText(`${colleague.email} shares this view with the team.`);
    await question.getByRole("button", { name: "Cancel" }).click();
    await edited.getByRole("button", { name: "Delete" }).click();
    await question.getByRole("button", { name: "Delete" }).click();
    await expect(adminPage.getByText(`View “${name}” deleted`).first()).toBeVisible();
    await expect(shared).toHaveCount(0);
    await expect(adminPage.getByRole("dialog")).toHaveCount(0);
    await expect(adminPage.getByRole("button", { name: "Undo" })).toHaveCount(0);
    await admin.close();
  });
});

test("columns are hidden and moved by keyboard and pointer, kept for the person, and exported as shown", async ({
  page,
  browser,
}) => {
  await openLedger(page, list);
  const usual = ["Date", "Amount", "Status", "Type", "Order number", "Card", "Reference", "Terminal"];
  expect((await headings(page)).filter((text) => text !== "")).toEqual(usual);

  await page.getByRole("button", { name: "Columns", exact: true }).click();
  const chooser = page.getByRole("grid", { name: "Columns from left to right" });
  await test.step("hidden and shown with the pointer", async () => {
    await chooser.getByText("Card", { exact: true }).click();
    await chooser.getByText("Account", { exact: true }).click();
    await expect.poll(() => headings(page)).toContain("Account");
    expect(await headings(page)).not.toContain("Card");
  });

  await test.step("moved with the keyboard", async () => {
    await chooser.getByRole("row", { name: "Date" }).focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    await untilIdle(page);
    for (let step = 0; step < 2; step++) await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await expect.poll(async () => (await headings(page)).indexOf("Date")).toBeGreaterThan(1);
  });

  await test.step("moved with the pointer", async () => {
    const grip = { sourcePosition: { x: 12, y: 14 }, targetPosition: { x: 40, y: 2 } };
    await chooser.getByRole("row", { name: "Account" }).dragTo(chooser.getByRole("row", { name: "Amount" }), grip);
    await expect.poll(async () => (await headings(page)).filter((text) => text !== "")[0]).toBe("Account");
  });

  const shown = (await headings(page)).filter((text) => text !== "");
  await test.step("the same in another browser", async () => {
    const other = await browser.newContext({ storageState: await signInAs(colleague) });
    const otherPage = await other.newPage();
    await openLedger(otherPage, list);
    await expect.poll(async () => (await headings(otherPage)).filter((text) => text !== "")).toEqual(shown);
    await other.close();
  });

  await test.step("and in the file", async () => {
    await page.keyboard.press("Escape");
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Export", exact: true }).click();
    await page.getByRole("menuitem", { name: "Download CSV" }).click();
    const stream = await (await download).createReadStream();
    const chunks: Buffer[] = [];
    for await (const chunk of stream) chunks.push(chunk);
    const [head = ""] = Buffer.concat(chunks).toString("utf8").replace("\ufeff", "").split("\r\n");
    const names: Record<string, string> = {
      Date: "Time (UTC)",
      Reference: "Payment reference",
      Amount: "Amount,Currency",
      "Order number": "Reference number",
      Status: "Notified",
    };
    expect(head).toBe(shown.map((name) => names[name] ?? name).join(","));
  });
});

test("the zone is stated and switched: times, days and the opened transaction follow, and what was opened is marked", async ({
  page,
}) => {
  // Whatever else changes meanwhile, this row stays in place.
  const table = await openLedger(page, `${list}?order=oldest`);
  const [first = ""] = await rowTimes(table);
  await page.getByRole("button", { name: "Times in UTC" }).click();
  await page.getByRole("menuitemradio", { name: /Europe\/Sofia.*your time/ }).click();
  await expect(page.getByRole("button", { name: "Times in Europe/Sofia" })).toBeVisible();
  await expect.poll(() => query(page)).toEqual({ order: "oldest", zone: "Europe/Sofia" });
  const inSofia = (utc: string) => new Date(utc).toLocaleString("sv-SE", { timeZone: "Europe/Sofia" });
  await expect(dataRows(table).first().locator("time").first()).toHaveAttribute("datetime", first);
  await expect(dataRows(table).first().locator("time").first()).toHaveAttribute("title", / Europe\/Sofia$/);

  const day = inSofia((await rowTimes(table)).at(-1) ?? "").slice(0, 10);
  await page.goto(`${list}?zone=Europe/Sofia&from=${day}&to=${day}`);
  await expect(dataRows(table).first()).toBeVisible();
  await expect
    .poll(async () => new Set((await rowTimes(table)).map((time) => inSofia(time).slice(0, 10))))
    .toEqual(new Set([day]));

  const [opened = ""] = await rowTimes(table);
  const row = dataRows(table).first();
  await expect(row.getByText("viewed")).toHaveCount(0);
  await row.getByRole("gridcell").nth(1).dblclick();
  await expect(page.getByRole("heading", { name: "What happened" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Times in Europe/Sofia" })).toBeVisible();
  const time = page.getByRole("main").locator(`time[datetime="${opened}"]`).first();
  await expect(time).toHaveText(new RegExp(`${inSofia(opened).slice(11)}$`));
  await page.goBack();
  await expect(
    dataRows(table)
      .filter({ has: page.getByText("viewed") })
      .first(),
  ).toBeVisible();
});
