import type { UseInfiniteQueryResult } from "@tanstack/react-query";
import { NextIntlClientProvider } from "next-intl";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test, vi } from "vitest";
import common from "../../messages/en/common.json" with { type: "json" };
import table from "../../messages/en/table.json" with { type: "json" };
import { QueryTable } from "./query-table.tsx";

vi.mock("next/navigation", () => ({ useRouter: () => ({ push: () => {} }) }));
vi.mock("#components/language/say.ts", () => ({
  useSay:
    () =>
    ({ message }: Error) =>
      message,
}));
vi.mock("#components/ui/environment-context.tsx", () => ({ useEnvironment: () => ({ environment: "sandbox" }) }));

type Row = { id: string };
type Pages = { pages: { items: Row[] }[] };

function show(pages: Row[][], query: Partial<UseInfiniteQueryResult<Pages>>): string {
  const data = { pages: pages.map((items) => ({ items })) };
  return renderToStaticMarkup(
    <NextIntlClientProvider locale="en-GB" timeZone="UTC" messages={{ table, common }}>
      <QueryTable<Row>
        query={{ data, error: null, fetchNextPage: () => {}, ...query } as unknown as UseInfiniteQueryResult<Pages>}
        label="Sales"
        columns={[{ key: "id", label: "ID", cell: ({ id }) => id }]}
        keyOf={({ id }) => id}
        failedTitle="Sales didn't load"
        loadingLabel="Loading sales"
        empty="There are none"
      />
    </NextIntlClientProvider>,
  );
}

test("a list is empty only when no page is left that may have rows", () => {
  expect(show([[]], { hasNextPage: false })).toContain("There are none");
  const halfway = show([[], []], { hasNextPage: true });
  expect(halfway).not.toContain("There are none");
  expect(halfway).toContain("Loading sales");
  expect(show([[], [{ id: "s1" }]], { hasNextPage: true })).toMatch(/s1.*Load more/u);
});

test("after some pages without rows a list says so and asks before it reads on", () => {
  expect(show([[], [], [], []], { hasNextPage: true })).toMatch(/There are none.*Load more/u);
  expect(show([[], [], [], []], { hasNextPage: true })).not.toContain("Loading sales");
});

test("a list of which no row came before a page failed says that alone", () => {
  const failed = show([[]], { hasNextPage: true, isError: true, isFetchNextPageError: true, error: new Error("broken") });
  expect(failed).toContain("Sales didn&#x27;t load");
  expect(failed).not.toMatch(/There are none|Loading sales/u);
});
