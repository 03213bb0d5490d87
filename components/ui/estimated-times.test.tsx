import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { NextIntlClientProvider } from "next-intl";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test, vi } from "vitest";
import type { FeeRecord } from "#lib/contract/fees.ts";
import type { Hit } from "#lib/contract/find.ts";
import type { Transaction } from "#lib/contract/transaction.ts";
import { findQuery } from "#lib/queries/find.ts";
import { latestSalesQuery } from "#lib/queries/overview.ts";
import type { Column } from "../data-table/columns.ts";

type Row = { occurredAt: string; isTimeEstimated: true };
const row: Row = { occurredAt: "2026-03-04T11:20:05Z", isTimeEstimated: true };
const scope = { environment: "sandbox", merchant: null };

// Only the first column is of interest, which has the time.
vi.mock("./environment-context.tsx", () => ({ useEnvironment: () => ({ environment: "sandbox", zone: "UTC" }) }));
vi.mock("next/navigation", () => ({ useRouter: () => ({}), usePathname: () => "/sandbox" }));
vi.mock("nuqs", async (original) => ({ ...(await original<object>()), useQueryStates: () => [{ group: null }, () => {}] }));
vi.mock("../data-table/use-selected-rows.ts", () => ({ useSelectedRows: () => ({}) }));
vi.mock("../data-table/list-footer.tsx", () => ({ ListFooter: () => null }));
vi.mock("../filters/list-filters.tsx", () => ({ ListFilters: () => null }));
vi.mock("../merchants/group-filter.tsx", () => ({ useGroupOfScope: () => ({ shown: null, input: null }) }));
vi.mock("./list-page.tsx", () => ({ ListPage: ({ children }: { children: ReactNode }) => children }));
vi.mock("../notifications/notification-tabs.tsx", () => ({ NotificationTabs: () => null }));
vi.mock("../data-table/query-table.tsx", () => ({
  useLoadedRows: () => [],
  QueryTable: ({ columns: [first] }: { columns: readonly Column<Row>[] }) => first?.cell(row),
}));

const { LatestPayments } = await import("../overview/latest-payments.tsx");
const { NeverNotifiedList } = await import("../notifications/never-notified-list.tsx");
const { HitNote } = await import("../palette/hit-note.tsx");
const { FindResults } = await import("../find/find-results.tsx");
const { useFeeColumns } = await import("../fees/fee-columns.tsx");

const hit = {
  ...{ kind: "transaction", merchant: "corner-cafe", reference: "R1", href: "/r1", payment: "/r1", matched: "reference" },
  ...{ exact: false, money: null, what: "Online purchase", summary: "Online purchase", ...row },
} as Hit;

function FirstFeeColumn() {
  return useFeeColumns()[0]?.cell(row as unknown as FeeRecord);
}

const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
const sale = {
  ...row,
  id: "1",
  merchant: "corner-cafe",
  amountMinor: 1,
  currency: "EUR",
  sign: "credit",
} as unknown as Transaction;
client.setQueryData(latestSalesQuery(scope, { group: null }).queryKey, {
  pages: [{ items: [sale], asOf: row.occurredAt, complete: true, nextCursor: null } as never],
  pageParams: [undefined as never],
});
client.setQueryData(findQuery("sandbox", "R1").queryKey, {
  hits: [hit],
  here: 1,
  isDone: true,
  note: null,
  asked: [],
  notAsked: 0,
} as never);

test.each([
  ["the latest payments", <LatestPayments key="latest" scope={scope} group={null} />],
  ["the list of sales never notified", <NeverNotifiedList key="never" scope={scope} title="" context={null} />],
  ["the list of fees", <FirstFeeColumn key="fees" />],
  ["the results of the search", <FindResults key="find" environment="sandbox" q="R1" shown="R1" />],
  ["a hit of the palette", <HitNote key="hit" hit={hit} />],
])("an estimated time is shown as such in %s", (_, element) => {
  const html = renderToStaticMarkup(
    <NextIntlClientProvider locale="en-GB" timeZone="UTC" messages={{}} onError={() => {}}>
      <QueryClientProvider client={client}>{element}</QueryClientProvider>
    </NextIntlClientProvider>,
  );
  expect(html).toMatch(/<time [^>]*>≈ 4 Mar/u);
});
