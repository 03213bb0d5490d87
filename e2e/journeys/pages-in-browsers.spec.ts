import frame from "../../messages/en/frame.json" with { type: "json" };
import { expect, openPage, test } from "../jobs/test.ts";
import { everyPage, furtherStates } from "../support/every-page.ts";

/** Left out of the run in Chromium, where other journeys open every page and do more. */
test("every page opens", {
  annotation: { type: "slow", description: "Opens every page of the app" },
}, async ({ sitDown, api }) => {
  const hand = sitDown("mouse");
  const failed: string[] = [];
  for (const path of [...(await everyPage(api)).values(), ...furtherStates]) {
    await openPage(hand, path);
    await hand.until(`the content of ${path}`, () =>
      hand.driver.run(() => document.querySelector("h1") !== null && document.querySelector("main .skeleton") === null),
    );
    if (await hand.isSeen({ role: "heading", name: frame.failed.title })) failed.push(path);
  }
  expect(failed).toEqual([]);
});
