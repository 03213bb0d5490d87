import { NextIntlClientProvider } from "next-intl";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test, vi } from "vitest";
import table from "../../messages/en/table.json" with { type: "json" };
import type { Column } from "./columns.ts";
import { DataTable, type DataTableProps } from "./data-table.tsx";

vi.mock("next/navigation", () => ({ useRouter: () => ({ push: () => {} }) }));

type Row = { id: string; name: string };

const name: Column<Row> = { key: "name", label: "Name", isLink: true, cell: (row) => row.name };
const rowsOf = (count: number) => Array.from({ length: count }, (_, index) => ({ id: `r${index}`, name: `Row ${index}` }));

function show(props: Partial<DataTableProps<Row>>): string {
  return renderToStaticMarkup(
    <NextIntlClientProvider locale="en-GB" timeZone="UTC" messages={{ table }}>
      <DataTable label="People" columns={[name]} rows={rowsOf(200)} keyOf={({ id }) => id} {...props} />
    </NextIntlClientProvider>,
  );
}

const countRows = (html: string) => html.match(/data-index=/g)?.length;

test("a table without places for narrow screens has all its rows, and cells that say what they are", () => {
  const html = show({});
  expect(countRows(html)).toBe(200);
  expect(html).toContain('data-label="Name"');
});

test("a table with two-line rows renders only one screen of rows and states their total", () => {
  const html = show({ columns: [{ ...name, narrow: "title" }] });
  expect(countRows(html)).toBeLessThan(40);
  expect(html).toContain('aria-rowcount="201"');
});

test("a row is a link only where it leads somewhere", () => {
  expect(show({ hrefOf: ({ id }) => `/people/${id}` })).toContain('href="/people/r0"');
  expect(show({})).not.toContain("<a ");
});

test("the box above the rows says whether it selects all that match or those that are loaded", () => {
  const selection = { has: () => false, part: "none" as const, onSelect: () => {}, onSelectAll: () => {} };
  expect(show({ selection })).toContain(`aria-label="${table.selectLoaded}"`);
  expect(show({ selection: { ...selection, isWhole: true } })).toContain(`aria-label="${table.selectAll}"`);
});

test("the way to more rows is there while there are more", () => {
  const more = { isLoading: false, onMore: () => {} };
  expect(show({ more: { ...more, hasMore: true } })).toContain(table.loadMore);
  expect(show({ more: { ...more, hasMore: false } })).not.toContain(table.loadMore);
});
