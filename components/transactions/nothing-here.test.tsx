import { NextIntlClientProvider } from "next-intl";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { TransactionSearch } from "#lib/queries/transactions.ts";
import table from "../../messages/en/table.json" with { type: "json" };
import transactions from "../../messages/en/transactions.json" with { type: "json" };
import { NothingHere } from "./nothing-here.tsx";

const { empty } = transactions.list;

function show(search: Partial<TransactionSearch>, lacksHistory = false): string {
  return renderToStaticMarkup(
    <NextIntlClientProvider locale="en-GB" timeZone="UTC" messages={{ table, transactions }}>
      <NothingHere
        search={{ from: null, to: null, ...search } as TransactionSearch}
        neverRead={0}
        lacksHistory={lacksHistory}
        onSearch={() => {}}
      />
    </NextIntlClientProvider>,
  );
}

test("an empty list says filters only where one is set, and offers what may fill it", () => {
  expect(show({})).toContain(empty.none);
  expect(show({ order: "largest", fees: "shown" })).toContain(empty.none);
  expect(show({})).not.toContain("<button");
  expect(show({ to: "2026-03-04" })).toContain(empty.inPeriod);
  expect(show({ to: "2026-03-04" })).toContain(empty.widen);
  expect(show({ from: "2026-03-04", q: "ORD-1" })).toContain(empty.inDays);
  expect(show({ q: "ORD-1" })).toContain(empty.atAll);
  expect(show({ q: "ORD-1" })).toContain(table.filters.clearAll);
});

test("an empty list of days that are still to be read does not claim that there is nothing", () => {
  const shown = show({ from: "2026-03-01", to: "2026-03-31" }, true);
  expect(shown).toContain(empty.history);
  expect(shown).not.toContain(empty.inPeriod);
});
