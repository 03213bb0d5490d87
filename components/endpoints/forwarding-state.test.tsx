import { NextIntlClientProvider } from "next-intl";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { Forwarding } from "#lib/contract/forward.ts";
import common from "../../messages/en/common.json" with { type: "json" };
import endpoints from "../../messages/en/endpoints.json" with { type: "json" };
import { ForwardingState } from "./forwarding-state.tsx";

const off: Forwarding = { mode: "off", url: null, pending: 2, refused: 0, dead: 0, lastTry: null, shadow: null };

function render(forwarding: Forwarding): string {
  return renderToStaticMarkup(
    <NextIntlClientProvider locale="en-GB" timeZone="UTC" messages={{ endpoints, common }}>
      <ForwardingState forwarding={forwarding} />
    </NextIntlClientProvider>,
  );
}

test("while forwarding is off it says that new payments are not kept for later", () => {
  expect(render(off)).toContain("None. What is waiting is kept; new payments are never forwarded");
});

test("an address that can't be read is not taken for none", () => {
  expect(render({ ...off, mode: "desk_answers" })).toContain("The URL can&#x27;t be read. Enter it again");
});
