import type { Page } from "@playwright/test";
import { and, eq, inArray } from "drizzle-orm";
import { dayMs } from "#lib/core/days.ts";
import { openStore } from "#lib/db/connection/open-store.ts";
import { merchantRhythm } from "#lib/db/schema/alert.ts";
import { merchant } from "#lib/db/schema/merchant.ts";
import { notifyCertificate } from "#lib/db/schema/notification.ts";
import { findRunningDatabase } from "#tools/embedded-postgres/embedded-database.ts";
import { putBack, readSignIn, waitForHydration } from "../support/app.ts";
import { dataDir } from "../support/surroundings.ts";
import { expect, signInByApi, test } from "../support/test.ts";

const certificates = "A certificate expires soon";

// A session of its own: a rule is changed only soon after signing in.
test.use({ storageState: async ({ role }, use) => use(await signInByApi(role)) });

test.beforeEach(({ request }) =>
  putBack(
    request,
    { method: "DELETE", path: "alerts/rules/certificate_ending" },
    { method: "DELETE", path: "alerts/rules/silence" },
  ),
);

/** Ends the certificate of one merchant's URL_Notify; null: it does not end, as it was. */
async function endCertificate(validUntil: Date | null): Promise<void> {
  const url = readSignIn().notify.find(({ merchant }) => merchant === "corner-cafe")?.url ?? "";
  const store = openStore({ url: (await findRunningDatabase(dataDir)) ?? "", connectionsMax: 1 });
  await store.db
    .update(notifyCertificate)
    .set({ validUntil })
    .where(eq(notifyCertificate.endpointId, url.split("/").at(-1) ?? ""));
  await store.close();
}

async function turn(page: Page, days?: string): Promise<void> {
  await page.goto("/sandbox/alerts/rules");
  await waitForHydration(page);
  await page.getByRole("button", { name: `Change: ${certificates}` }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("Raise this alert").click();
  if (days !== undefined) {
    await dialog.getByLabel("For information: days before").fill("5");
    await dialog.getByRole("button", { name: "Save rule" }).click();
    await expect(dialog).toContainText("Use a smaller number than in the step before.");
    await dialog.getByLabel("For information: days before").fill(days);
  }
  await dialog.getByRole("button", { name: "Save rule" }).click();
  await expect(dialog).toHaveCount(0);
}

/** The job that evaluates rules runs once a minute. */
async function waitForAlert(page: Page): Promise<void> {
  await expect(async () => {
    await page.goto("/sandbox/alerts");
    await expect(page.getByRole("main").getByRole("link", { name: certificates })).toBeVisible({ timeout: 5_000 });
  }).toPass();
}

test("an alert is gone when its rule is turned off, and comes back when it is turned on", {
  annotation: { type: "slow", description: "Waits twice for the job that evaluates rules each minute." },
}, async ({ page }) => {
  await endCertificate(new Date(Date.now() + 20 * dayMs));
  try {
    await waitForAlert(page);
    await turn(page);
    const row = page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: certificates }) });
    await expect(row.getByText("Off", { exact: true })).toBeVisible();
    await page.goto("/sandbox/alerts?status=resolved");
    await expect(page.getByRole("main").getByText("Closed because this alert was turned off").first()).toBeVisible();
    await turn(page, "25");
    await waitForAlert(page);
    await page.goto("/sandbox/alerts/rules");
    await waitForHydration(page);
    await expect(row).toContainText("25, 7, 1 days before");
    await page.getByRole("button", { name: `Reset to default: ${certificates}` }).click();
    await expect(row).toContainText("30, 7, 1 days before");
  } finally {
    await endCertificate(null);
  }
});

/** As if these merchants lacked their usual sales, until the job looks at them again within a minute. */
async function makeSilent(slugs: readonly string[]): Promise<void> {
  const store = openStore({ url: (await findRunningDatabase(dataDir)) ?? "", connectionsMax: 1 });
  const merchants = await store.db
    .select({ merchantId: merchant.id })
    .from(merchant)
    .where(and(eq(merchant.environment, "sandbox"), inArray(merchant.slug, [...slugs])));
  const silent = { silentSince: new Date() };
  const rhythm = { environment: "sandbox", hourly: [], salesPerYear: 900, learnedAt: new Date(), ...silent };
  await store.db
    .insert(merchantRhythm)
    .values(merchants.map((row) => ({ ...row, ...rhythm })))
    .onConflictDoUpdate({ target: merchantRhythm.merchantId, set: silent });
  await store.close();
}

test("a merchant that an alert leaves out is not in the list that the alert leads to", async ({ page }) => {
  const silence = "No sales for an unusually long time";
  const row = (name: string) => page.getByRole("grid").getByRole("row").filter({ hasText: name });
  const openList = async (...names: string[]) => {
    await expect(async () => {
      await makeSilent(["taxi-athina", "bodega-del-sol"]);
      await page.goto("/sandbox/merchants?status=silent");
      for (const name of names) await expect(row(name)).toBeVisible({ timeout: 5_000 });
    }).toPass();
  };
  await openList("Taxi Athina", "Bodega del Sol");
  await page.goto("/sandbox/alerts/rules");
  await waitForHydration(page);
  await page.getByRole("button", { name: `Change: ${silence}` }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Add a merchant").selectOption("Taxi Athina");
  await dialog.getByRole("button", { name: "Save rule" }).click();
  await expect(dialog).toHaveCount(0);
  await openList("Bodega del Sol");
  await expect(row("Taxi Athina")).toHaveCount(0);
  await page.goto("/sandbox/alerts/rules");
  await waitForHydration(page);
  await page.getByRole("button", { name: `Reset to default: ${silence}` }).click();
  await openList("Taxi Athina", "Bodega del Sol");
});
