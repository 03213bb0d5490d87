import type { Page } from "@playwright/test";
import { stamp, waitForHydration } from "../support/app.ts";
import { resolveRefused, sendRefused } from "../support/refused-notification.ts";
import { expect, test } from "../support/test.ts";

const merchant = "sakura-travel";

type Shown = { title: string; body: string };

/** A headless browser shows no notifications: this records what would be shown. */
async function recordNotifications(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shown: Notification[] = [];
    class RecordedNotification extends EventTarget {
      static permission = "granted";
      static requestPermission = async () => "granted";
      onclick?: () => void;
      title: string;
      body: string;
      constructor(title: string, { body = "" }: NotificationOptions = {}) {
        super();
        this.title = title;
        this.body = body;
        shown.push(this as unknown as Notification);
      }
      close() {}
    }
    Object.assign(window, { Notification: RecordedNotification, shown });
  });
}

const shownOn = (page: Page): Promise<Shown[]> =>
  page.evaluate(() => (window as unknown as { shown: Shown[] }).shown.map(({ title, body }) => ({ title, body })));

test("a browser that was asked to shows new alerts, and a click leads to the records", async ({ page, request }) => {
  await resolveRefused(request, merchant);
  await recordNotifications(page);
  await page.goto("/sandbox/alerts/channels");
  await waitForHydration(page);
  await page.getByText("Show notifications in this browser").click();
  await page.getByRole("button", { name: "Send a test message: This browser" }).click();
  expect(await shownOn(page)).toEqual([{ title: "This is a test message from Counterfoil.", body: "" }]);

  await sendRefused(merchant, `BROWSER-${stamp()}`);
  const alert = { title: "Critical: Correctly signed notifications rejected by our rules", body: "Sakura Reisen" };
  await expect.poll(() => shownOn(page)).toContainEqual(alert);
  // Other journeys raise alerts of other merchants meanwhile.
  await page.evaluate((merchant) => {
    const { shown } = window as unknown as { shown: Notification[] };
    shown.findLast(({ body }) => body === merchant)?.onclick?.(new Event("click"));
  }, alert.body);
  await expect(page).toHaveURL(new RegExp(`/sandbox/${merchant}/notifications\\?`));

  await test.step("turned off, it shows nothing more", async () => {
    await page.goto("/sandbox/alerts/channels");
    await waitForHydration(page);
    await page.getByText("Show notifications in this browser").click();
    await expect(page.getByRole("switch", { name: "Show notifications in this browser" })).not.toBeChecked();
    await page.reload();
    await waitForHydration(page);
    await expect(page.getByRole("switch", { name: "Show notifications in this browser" })).not.toBeChecked();
  });
  await resolveRefused(request, merchant);
});

test("a browser that refuses to show any says so where they are turned on, and alerts break no page", async ({
  page,
  request,
}) => {
  await resolveRefused(request, merchant);
  // As in Chrome on Android.
  await page.addInitScript(() => {
    class RefusedNotification {
      static permission = "granted";
      static requestPermission = async () => "granted";
      constructor() {
        throw new TypeError("Illegal constructor. Use ServiceWorkerRegistration.showNotification() instead.");
      }
    }
    Object.assign(window, { Notification: RefusedNotification });
  });
  const errors: string[] = [];
  page.on("pageerror", ({ message }) => errors.push(message));
  await page.goto("/sandbox/alerts/channels");
  await waitForHydration(page);
  const label = page.getByText("Show notifications in this browser");
  const wanted = page.getByRole("switch", { name: "Show notifications in this browser" });
  const missing = page.getByText("This browser has no notifications.");
  await label.click();
  await expect(wanted).toBeChecked();
  await sendRefused(merchant, `BROWSER-${stamp()}`);
  await expect(missing).toBeVisible();
  await expect(wanted).not.toBeChecked();
  await page.reload();
  await waitForHydration(page);
  await expect(missing).toBeVisible();
  await label.click();
  await expect(wanted).not.toBeChecked();
  expect(errors).toEqual([]);
  await resolveRefused(request, merchant);
});
