import type { Page } from "@playwright/test";
import { untilIdle } from "#scripts/support/until-idle.ts";
import { ownRecords } from "./own-records.ts";
import type { Screens } from "./screens.ts";

type Destructive = {
  path: string;
  /** What has to be done before the dialog can be opened. */
  prepare?: (page: Page) => Promise<unknown>;
  /** The verb that the button that opens it begins with, and those of the dialog. */
  verb: RegExp;
  /** Money that goes back to its owner is not lost, so that its button is that of any dialog. */
  isRed: boolean;
};

/** Dialogs of what cannot be undone. They are opened, and closed again with their window. */
const dialogsOf = (paid: string): readonly Destructive[] => [
  { path: `/sandbox/${paid}`, verb: /^Refund/, isRed: false },
  { path: `/sandbox/${paid}`, verb: /^Reverse/, isRed: false },
  { path: "/sandbox/corner-cafe/endpoints", verb: /^Retire/, isRed: true },
  { path: "/sandbox/settings/retention", verb: /^Delete/, isRed: true, prepare: previewDeletion },
  { path: "/sandbox/settings/staff?show=invitations", verb: /^Revoke/, isRed: true },
];

/** An administrator of their own may open all of them. */
export async function findUnclearDestruction(screens: Screens, cookie: string): Promise<string[]> {
  await invite(screens.app, cookie);
  const faults: string[] = [];
  for (const { path, verb, isRed, prepare } of dialogsOf((await ownRecords(screens)).paid)) {
    await screens.withPage({ path, cookie }, async (page) => {
      await prepare?.(page);
      await page.locator("main").getByRole("button", { name: verb }).first().click();
      const dialog = page.getByRole("dialog");
      await dialog.waitFor();
      await untilIdle(page);
      const buttons = dialog.locator("button[type=submit]");
      for (const button of await buttons.all()) {
        const name = (await button.innerText()).trim();
        if (!verb.test(name)) faults.push(`${path.replace("/sandbox", "")}: ${verb.source.slice(1)} is named ${name}`);
        if (isRed && !(await button.evaluate((element) => element.matches(".button--danger")))) faults.push(`${name}: not red`);
      }
      if ((await buttons.count()) === 0) faults.push(`${verb.source.slice(1)}: no button`);
    });
  }
  return faults;
}

async function previewDeletion(page: Page): Promise<void> {
  await page
    .getByRole("textbox", { name: /^Delete after/ })
    .first()
    .fill("7");
  await page.getByRole("button", { name: "Preview deletion" }).first().click();
}

async function invite({ origin }: Screens["app"], cookie: string): Promise<void> {
  const answer = await fetch(`${origin}/api/staff/invitations`, {
    method: "POST",
    headers: { cookie, origin, "content-type": "application/json" },
    body: JSON.stringify({ email: "invited@counterfoil.example", role: "viewer" }),
  });
  if (!answer.ok) throw new Error(`An invitation was answered ${answer.status}: ${await answer.text()}`);
}
