import { NextIntlClientProvider } from "next-intl";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test, vi } from "vitest";
import type { NeverNotifiedSearch } from "#lib/queries/notifications.ts";
import notifications from "../../messages/en/notifications.json" with { type: "json" };
import table from "../../messages/en/table.json" with { type: "json" };
import { type NeverNotifiedState, NothingMissing } from "./nothing-missing.tsx";

vi.mock("next/navigation", () => ({ useRouter: () => ({}), usePathname: () => "/sandbox" }));

const { empty, soFar, noEndpoint } = notifications.neverNotified;
const synced: NeverNotifiedState = { complete: true, firstEndpointAt: "2026-03-04T11:20:05Z" };
const problem = { code: "gateway_timeout", message: "The gateway didn't answer." } as NeverNotifiedState["problem"];

function show(
  state: Partial<NeverNotifiedState>,
  search: Partial<NeverNotifiedSearch> = {},
  merchant: string | null = "inn",
  hasMore = false,
): string {
  return renderToStaticMarkup(
    <NextIntlClientProvider locale="en-GB" timeZone="UTC" messages={{ notifications, table }}>
      <NothingMissing
        scope={{ environment: "sandbox", merchant }}
        state={{ ...synced, ...state }}
        hasMore={hasMore}
        search={{ from: null, to: null, ...search }}
        onClear={() => {}}
      />
    </NextIntlClientProvider>,
  );
}

test("that no notification is missing is said only of payments that are all synced and checked, and of none without a URL", () => {
  expect(show({})).toContain(empty.text);
  for (const state of [{ complete: false }, { problem }]) {
    expect(show(state)).toContain(soFar.text);
    expect(show(state)).not.toContain(`${empty.title}<`);
  }
  expect(show({}, {}, "inn", true)).toContain(soFar.text);
  expect(show({ firstEndpointAt: null })).toContain(noEndpoint.title);
  expect(show({ firstEndpointAt: null })).toContain('href="/sandbox/inn/endpoints"');
  expect(show({ firstEndpointAt: null }, {}, null)).not.toContain("href");
});

test("filters are cleared from the empty list, where some are set", () => {
  expect(show({}, { from: "2026-03-04" })).toContain(table.filters.clearAll);
  expect(show({})).not.toContain("<button");
});
