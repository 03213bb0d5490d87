import { NextIntlClientProvider } from "next-intl";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test, vi } from "vitest";
import type { LanguageTag } from "#lib/core/languages.ts";

vi.mock("./environment-context.tsx", () => ({ useEnvironment: () => ({ environment: "sandbox", zone: "Europe/Sofia" }) }));
const { Timestamp } = await import("./timestamp.tsx");

const thisYear = new Date().getUTCFullYear();

function show(locale: LanguageTag, year: number, precision: "second" | "row"): string[] {
  const at = `${year}-11-22T12:23:46.123Z`;
  const shown = renderToStaticMarkup(
    <NextIntlClientProvider locale={locale} messages={{}}>
      <Timestamp at={at} precision={precision} />
    </NextIntlClientProvider>,
  );
  const [, title = "", text = ""] = /title="([^"]*)"[^>]*>([^<]*)</.exec(shown) ?? [];
  return [text, title];
}

test.each([
  ["en-GB", "22 Nov 14:23", "22 Nov 2025", "22 Nov 2025, 14:23:46"],
  ["de-DE", "22. Nov. 14:23", "22. Nov. 2025", "22. Nov. 2025, 14:23:46"],
  ["fr-FR", "22 nov. 14:23", "22 nov. 2025", "22 nov. 2025, 14:23:46"],
  ["it-IT", "22 nov 14:23", "22 nov 2025", "22 nov 2025, 14:23:46"],
  ["es-ES", "22 nov 14:23", "22 nov 2025", "22 nov 2025, 14:23:46"],
  ["bg-BG", "22.11 14:23", "22.11.2025 г.", "22.11.2025 г., 14:23:46"],
] as const)("in %s a list shows day and minute, a record the second, and the tooltip the zone", (locale, row, older, exact) => {
  expect(show(locale, thisYear, "row")[0]).toBe(row);
  expect(show(locale, 2025, "row")).toEqual([older, `${exact} Europe/Sofia`]);
  expect(show(locale, 2025, "second")).toEqual([exact, `${exact} Europe/Sofia`]);
});
