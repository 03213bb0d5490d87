import type { Page } from "@playwright/test";
import { untilIdle } from "#scripts/support/until-idle.ts";
import { joinAsFirstAdmin, signInAs } from "../../support/ready-app.ts";
import { type Criterion, countOf, highest } from "./criterion.ts";
import { findUnclearDestruction } from "./destructive-dialogs.ts";
import { type PageText, readText } from "./page-text.ts";
import { type Screens, surveyedOnce } from "./screens.ts";
import { surveyPages } from "./survey-pages.ts";

const longest = (kind: PageText["texts"][number]["kind"], most: number): Criterion => ({
  id: "M4",
  what: `words of a ${kind}, the most`,
  most,
  measure: async (screens) =>
    highest(
      (await surveyPages(screens)).flatMap(({ place, texts }) =>
        texts.filter((item) => item.kind === kind).map((item) => ({ ...item, place: `${place}: ${item.text.slice(0, 60)}` })),
      ),
      ({ words }) => words,
    ),
});

type FormPlace = { path: string; opener?: RegExp; submit: RegExp };

/** Forms and dialogs that an administrator can open without a record, and the button that opens a dialog. */
const forms: readonly FormPlace[] = [
  { path: "/sandbox/corner-cafe/payments/new", submit: /^Send/ },
  { path: "/sandbox/corner-cafe/payments/link", submit: /^Create/ },
  { path: "/sandbox/settings/staff", opener: /^Invite/, submit: /^(Invite|Create|Send)/ },
  { path: "/sandbox/corner-cafe/endpoints", submit: /^Create/ },
  { path: "/sandbox/settings/account", submit: /^Change/ },
];

/** Forms, dialogs, texts and what a press brings. */
export const formCriteria: readonly Criterion[] = [
  { id: "M1", what: "forms sent empty that do not lead to the first error below its field", most: 0, measure: sendEmpty },
  {
    id: "M2",
    what: "main buttons that are dead without saying why",
    most: 0,
    measure: async (screens) => {
      const ofPages = (await surveyPages(screens)).flatMap(({ place, deadButtons }) =>
        deadButtons.map((name) => `${place}: ${name}`),
      );
      return countOf([...ofPages, ...(await findDeadButtons(screens))]);
    },
  },
  { id: "M3", what: "dialogs whose second button is not Cancel", most: 0, measure: findOtherCancels },
  {
    id: "M3",
    what: "dialogs of what cannot be undone whose button is not named by its verb, or not red where it deletes",
    most: 0,
    measure: async (screens) => countOf(await findUnclearDestruction(screens, await ownAdmin(screens))),
  },
  longest("paragraph", 40),
  longest("hint", 15),
  longest("banner", 25),
  { id: "M5", what: "technical words on pages of a supporter", most: 0, measure: findTechnical },
  { id: "M6", what: "a press until the page reacts, the slowest", most: 100, unit: "ms", measure: pressEverything },
];

/** The sandbox's administrator may not invite anybody; one of their own may do everything. */
const ownAdmin = surveyedOnce(({ app }) => joinAsFirstAdmin(app.origin, app.dataDir));

async function eachForm(screens: Screens, work: (page: Page, form: FormPlace) => Promise<string | undefined>) {
  const faults: string[] = [];
  const cookie = await ownAdmin(screens);
  for (const form of forms) {
    const fault = await screens.withPage({ path: form.path, cookie }, async (page) => {
      if (form.opener === undefined) return work(page, form);
      await page.locator("main").getByRole("button", { name: form.opener }).first().click();
      await page.getByRole("dialog").waitFor();
      await untilIdle(page);
      return work(page, form);
    });
    if (fault !== undefined) faults.push(`${form.path.replace("/sandbox", "")}: ${fault}`);
  }
  return faults;
}

const submitOf = (page: Page, { submit, opener }: FormPlace) =>
  (opener === undefined ? page.locator("main") : page.getByRole("dialog")).getByRole("button", { name: submit }).last();

async function sendEmpty(screens: Screens) {
  const faults = await eachForm(screens, async (page, form) => {
    const button = submitOf(page, form);
    if (!(await button.isVisible())) return "no button";
    if (!(await button.isEnabled())) return "dead button";
    const fields = button.locator("xpath=ancestor::form").locator("input:not([type=radio], [type=checkbox]), textarea");
    for (const field of await fields.all()) if (await field.isVisible()) await field.fill("");
    // Whoever presses it again is led there again.
    for (const press of ["first", "second"]) {
      await button.click();
      await untilIdle(page);
      const fault = await page.evaluate(findErrorFault);
      if (fault !== undefined) return `${fault} at the ${press} press`;
    }
    return undefined;
  });
  return countOf(faults);
}

/** Runs in the page: the focus must be in a field with a problem, and its error be read with it and stand right below it. */
function findErrorFault(): string | undefined {
  const field = document.activeElement;
  if (!field?.matches("[aria-invalid=true]")) return `focus on ${field?.tagName.toLowerCase()}`;
  const describing = (field.getAttribute("aria-describedby") ?? "").split(" ");
  const error = describing.map((id) => document.getElementById(id)).find((element) => element?.matches(".field-error"));
  if (!error) return "no error beside it";
  const gapPx = error.getBoundingClientRect().top - field.getBoundingClientRect().bottom;
  return gapPx < 0 || gapPx > 12 ? `error ${Math.round(gapPx)} px below` : undefined;
}

function findDeadButtons(screens: Screens) {
  return eachForm(screens, async (page, form) => {
    const button = submitOf(page, form);
    return (await button.isVisible()) && (await button.isEnabled()) ? undefined : "main button dead";
  });
}

async function findOtherCancels(screens: Screens) {
  const faults = await eachForm(screens, async (page) => {
    const dialog = page.getByRole("dialog");
    if (!(await dialog.isVisible())) return undefined;
    const names = (await dialog.locator("[slot=close], .button--secondary").allTextContents()).filter((name) => name !== "");
    return names.includes("Cancel") ? undefined : names.join(", ");
  });
  return countOf(faults);
}

async function findTechnical(screens: Screens) {
  const { app, records, withPage } = screens;
  const cookie = await signInAs(app.origin, app.dataDir, "support");
  const faults: string[] = [];
  const { merchant, reference, notification, paymentId } = records;
  for (const path of [
    "",
    "/transactions",
    "/notifications",
    "/payments",
    "/lookup",
    "/merchants",
    "/alerts",
    "/alerts/channels",
    `/${merchant}/transactions/${reference}`,
    `/${merchant}/payments/${paymentId}`,
    `/${notification.merchant}/notifications/${notification.id}`,
    `/${merchant}/endpoints`,
    `/${merchant}/connection`,
  ]) {
    await withPage({ path: `/sandbox${path}`, cookie }, async (page) => {
      for (const word of new Set((await readText(page)).technical)) faults.push(`${path}: ${word}`);
    });
  }
  await withPage({ path: "/demo", cookie }, async (page) => {
    for (const word of new Set((await readText(page)).technical)) faults.push(`/demo: ${word}`);
  });
  return countOf(faults);
}

/** Buttons that open, close or switch something; what they open is closed again. */
async function pressEverything({ withPage, records }: Screens) {
  const found: { place: string; slowest: number }[] = [];
  for (const path of ["/sandbox", "/sandbox/transactions", "/sandbox/merchants", `/sandbox/${records.merchant}/payments/new`]) {
    await withPage({ path }, async (page) => {
      const buttons = page.locator("button[aria-haspopup]:visible, button[aria-expanded]:visible, button[aria-pressed]:visible");
      for (const button of await buttons.all()) {
        if (!(await button.isVisible())) continue;
        const name = (await button.getAttribute("aria-label")) ?? (await button.innerText());
        const press = async (act: () => Promise<void>, what: string) => {
          await act();
          await untilIdle(page);
          const slowest = await page.evaluate(() => Math.max(0, ...watched.interactions.splice(0)));
          found.push({ place: `${path}: ${what}`, slowest });
        };
        await press(() => button.click(), name);
        await press(() => page.keyboard.press("Escape"), `Escape after ${name}`);
      }
    });
  }
  return highest(found, ({ slowest }) => slowest);
}
