import type { Page } from "@playwright/test";
import { eq } from "drizzle-orm";
import { dayMs } from "#lib/core/days.ts";
import { openStore } from "#lib/db/connection/open-store.ts";
import { notifyCertificate } from "#lib/db/schema/notification.ts";
import { findRunningDatabase } from "#tools/embedded-postgres/embedded-database.ts";
import { readSignIn, waitForHydration } from "../support/app.ts";
import { dataDir } from "../support/surroundings.ts";
import { expect, test } from "../support/test.ts";

const certificates = "A certificate expires soon";

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
