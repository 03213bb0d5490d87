import { type Hand, ways } from "../jobs/hand.ts";
import type { Target } from "../jobs/target.ts";
import { openPage, test } from "../jobs/test.ts";
import { readGateway } from "../support/own-gateway.ts";

// Asserts what the gateway answers to new credentials: never retried.
test.describe.configure({ retries: 0 });

const dialog: Target = { role: "dialog" };
const main: Target = { role: "main" };

/** Of the gateway's merchants; one for each way, so that no two names share their credentials. */
const merchantOf = { mouse: "knigi-online", keyboard: "taxi-athina" } as const;

for (const way of ways) {
  test(`by ${way}: demo is connected, a merchant added and its connection tested`, {
    annotation: { type: "slow", description: `Follows a job to its end by ${way}` },
  }, async ({ sitDown, browserKind }) => {
    const { baseUrl, integration, merchants } = readGateway();
    const merchant = merchants.find(({ slug }) => slug === merchantOf[way]) ?? integration;
    const hand = sitDown(way);
    await openPage(hand, "/demo/settings/connection");
    await openForm(hand);
    await hand.choose({ role: "choice", name: "Base URL", within: main }, baseUrl);
    await hand.write({ role: "textbox", name: "Partner ID", within: main }, integration.partnerId);
    await hand.write({ role: "textbox", name: "Application ID", within: main }, integration.applicationId);
    for (const [name, text] of credentials(integration)) await hand.write({ role: "textbox", name, within: main }, text);
    await hand.open({ role: "button", name: "Save and test", within: main });
    await untilWorks(hand, "Partner access token");
    await hand.open({ role: "button", name: "Add a merchant" });
    await hand.write({ role: "textbox", name: "Name", within: dialog }, `Café ${browserKind} ${way}`);
    for (const [name, text] of credentials(merchant)) await hand.write({ role: "textbox", name, within: dialog }, text);
    await hand.open({ role: "button", name: "Add and test", within: dialog });
    await untilWorks(hand, "List transactions");
  });
}

const credentials = ({ clientId, clientSecret }: { clientId: string; clientSecret: string }) =>
  [
    ["Client ID", clientId],
    ["Client secret", clientSecret],
  ] as const;

/** The form is open where nothing is connected yet, and folded where another job connected it. */
async function openForm(hand: Hand): Promise<void> {
  await hand.see({ role: "button", name: /^(Edit|Save and test)$/ });
  if (!(await hand.isSeen({ role: "choice", name: "Base URL" }))) await hand.open({ role: "button", name: "Edit" });
}

/** Waits until the test of the connection says so of this step. */
async function untilWorks(hand: Hand, step: string): Promise<void> {
  const works = new RegExp(`Works ?${step}`);
  await hand.until(`the step ${step}`, async () => works.test(await hand.see({ role: "list", name: "Connect in three steps" })));
}
