import { readSignIn } from "../support/app.ts";
import { expect, test } from "../support/test.ts";

declare global {
  /** Runs in the page. */
  var shownOfSearch: string[];
}

/** Runs in the page: records every progress text of the search at the gateways, however briefly it is shown. */
function noteWhatIsShown() {
  const shown: string[] = [];
  globalThis.shownOfSearch = shown;
  new MutationObserver(() => {
    const search = document.querySelector("section[aria-label='Searching the gateways']");
    if (search) shown.push(`${search.textContent} ${search.querySelector("[role=progressbar]") ? "progressbar" : ""}`);
  }).observe(document, { childList: true, subtree: true, characterData: true });
}

test("what is not here is looked for merchant by merchant, and who could not be asked is named with the reason", async ({
  page,
}) => {
  // One merchant's gateway takes longer than the page needs to render the progress.
  const delayed = await page.request.post("/sandbox-gateway/control/scenarios", {
    headers: { "x-control-key": readSignIn().sandbox.controlKey },
    data: { kind: "latency", merchant: "sakura-travel", path: "/multiple", count: 3, ms: 3_000 },
  });
  expect(delayed.ok()).toBe(true);
  await page.addInitScript(noteWhatIsShown);
  await page.goto("/sandbox/find?q=POSANOSUCHREF77");
  await expect(page.getByRole("main").getByText("No results for “POSANOSUCHREF77”")).toBeVisible();
  // The search may be over by now, so the recorded texts are checked.
  const shown = await page.evaluate(() => globalThis.shownOfSearch.join("\n"));
  expect(shown).toMatch(/\d+ of \d+ merchants searched/);
  expect(shown).toContain("progressbar");
  expect(shown).toContain("Searched");
  await expect(page.getByText("Some merchants couldn't be searched")).toBeVisible();
  await expect(page.getByRole("region", { name: "Searching the gateways" })).toHaveCount(0);
  await expect(page.getByText("The gateway rejected this merchant's credentials.")).toBeVisible();
});
