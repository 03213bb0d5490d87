import { type Hand, ways } from "../jobs/hand.ts";
import type { Target } from "../jobs/target.ts";
import { expect, openPage, test } from "../jobs/test.ts";
import { readGateway } from "../support/own-gateway.ts";

// Asserts what the gateway answers to new credentials: never retried.
test.describe.configure({ retries: 0 });

const dialog: Target = { role: "dialog" };
const main: Target = { role: "main" };

for (const way of ways) {
  test(`by ${way}: demo is connected, a merchant added and its connection tested`, {
    annotation: { type: "slow", description: `Follows a job to its end by ${way}` },
  }, async ({ sitDown, browserKind }) => {
    const { baseUrl, integration, merchants } = readGateway();
    const [merchant] = merchants;
    const hand = sitDown(way);
    await openPage(hand, "/demo/settings/connection");
    await openForm(hand);
    const connection = { "Base URL": baseUrl, "Partner ID": integration.partnerId, "Application ID": integration.applicationId };
    for (const [name, text] of Object.entries(connection)) await hand.write({ role: "textbox", name, within: main }, text);
    for (const [name, text] of credentials(integration)) await hand.write({ role: "textbox", name, within: main }, text);
    await hand.open({ role: "button", name: "Save", within: main });
    await hand.open({ role: "button", name: "Add a merchant" });
    const name = `Cafe in ${browserKind} by ${way}`;
    const slug = `cafe-${browserKind}-${way}`;
    for (const [label, text] of [
      ["Name", name],
      ["Short name (used in links)", slug],
    ] as const)
      await hand.write({ role: "textbox", name: label, within: dialog }, text);
    for (const [label, text] of credentials(merchant ?? integration))
      await hand.write({ role: "textbox", name: label, within: dialog }, text);
    await hand.open({ role: "button", name: "Add merchant", within: dialog });
    await hand.open({ role: "link", name, within: main });
    await hand.open({ role: "button", name: "Test connection" });
    expect(await hand.see({ role: "list", name: "Test steps" })).toMatch(/Works.*List transactions/);
  });
}

const credentials = ({ clientId, clientSecret }: { clientId: string; clientSecret: string }) =>
  [
    ["Client ID", clientId],
    ["Client secret", clientSecret],
  ] as const;

/** The form is open where nothing is connected yet, and folded where another job connected it. */
async function openForm(hand: Hand): Promise<void> {
  await hand.see({ role: "button", name: /^(Edit|Connect)$/ });
  if (!(await hand.isSeen({ role: "textbox", name: "Base URL" }))) await hand.open({ role: "button", name: "Edit" });
}
