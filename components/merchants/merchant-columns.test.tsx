import { QueryClient } from "@tanstack/react-query";
import { NextIntlClientProvider } from "next-intl";
import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, expect, test, vi } from "vitest";
import type { MerchantState } from "#lib/contract/merchant.ts";
import { merchantRowsQuery } from "#lib/queries/merchants.ts";
import frame from "../../messages/en/frame.json" with { type: "json" };
import { merchantColumns } from "./merchant-columns.tsx";

vi.mock("next/navigation", () => ({ useRouter: () => ({ push: () => {} }), usePathname: () => "/sandbox/merchants" }));
afterEach(() => vi.unstubAllGlobals());

const at = "2026-03-04T11:20:05.000Z";
const merchant = {
  ...{ slug: "corner-cafe", name: "Corner Café", sid: null, group: null, status: "ready", attemptsUsed: 0 },
  ...{ state: "ready" satisfies MerchantState, lastReadAt: at, archivedAt: null },
};
const figures = { slug: "corner-cafe", money: [], notifications: { received: 0, valid: 0 }, missing: 3 };
const days = { from: "2026-02-26", to: "2026-03-04" };

test("missing notifications lead to the days they were counted in", async () => {
  const answers = [
    ["/merchants/figures?", { items: [figures], ...days, asOf: at }],
    ["/merchants?", { items: [merchant], nextCursor: null, asOf: at }],
  ] as const;
  vi.stubGlobal("location", { pathname: "/", search: "" });
  vi.stubGlobal("fetch", async (path: string) => Response.json(answers.find(([part]) => path.includes(part))?.[1]));
  const search = { q: null, status: null, group: null, alert: null, slug: null };
  const { pages } = await new QueryClient().fetchInfiniteQuery(merchantRowsQuery("sandbox", search));
  const [row] = pages[0]?.items ?? [];
  const place = { environment: "sandbox", staffId: undefined, isAdmin: false };
  const columns = merchantColumns(((key: string) => key) as never, {} as never, place);
  const html = renderToStaticMarkup(
    <NextIntlClientProvider locale="en-GB" timeZone="UTC" messages={{ frame }}>
      {row && columns.find(({ key }) => key === "missing")?.cell(row)}
    </NextIntlClientProvider>,
  );
  expect(html.replaceAll("&amp;", "&")).toContain(
    'href="/sandbox/corner-cafe/notifications/never-notified?from=2026-02-26&to=2026-03-04"',
  );
});
