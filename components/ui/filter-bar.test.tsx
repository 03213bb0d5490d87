import { NextIntlClientProvider } from "next-intl";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test, vi } from "vitest";
import table from "../../messages/en/table.json";

vi.mock("./add-filter.tsx", () => ({ AddFilter: () => null }));
const { FilterBar } = await import("./filter-bar.tsx");

type Part = { label: string; value: string };

function show(printed: readonly Part[], usual?: Part): string {
  return renderToStaticMarkup(
    <NextIntlClientProvider locale="en-GB" messages={{ table }}>
      <FilterBar
        search={null}
        first={null}
        filters={[]}
        tools={null}
        onClear={() => {}}
        onClearAll={() => {}}
        {...{ printed, usual }}
      />
    </NextIntlClientProvider>,
  );
}

const days = { label: "Days", value: "28 Oct – 26 Nov" };

test("days that nobody chose are printed, and cannot be cleared", () => {
  expect(show([], days)).toContain("Days 28 Oct – 26 Nov");
  expect(show([], days)).not.toContain(table.filters.clearAll);
  expect(show([days])).toContain(table.filters.clearAll);
});
