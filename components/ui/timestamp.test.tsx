import { NextIntlClientProvider } from "next-intl";
import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { LanguageTag } from "#lib/core/languages.ts";

vi.mock("./environment-context.tsx", () => ({ useEnvironment: () => ({ environment: "sandbox", zone: "Europe/Sofia" }) }));
const { Timestamp } = await import("./timestamp.tsx");

beforeEach(() => void vi.useFakeTimers({ now: new Date("2026-12-01T10:00:00Z") }));
afterEach(() => void vi.useRealTimers());

function show(locale: LanguageTag, year: number, precision: "second" | "row"): string[] {
  return showAt(`${year}-11-22T12:23:46.123Z`, locale, precision);
}

function showAt(at: string, locale: LanguageTag, precision: "second" | "row"): string[] {
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
  expect(show(locale, 2026, "row")[0]).toBe(row);
  expect(show(locale, 2025, "row")).toEqual([older, `${exact} Europe/Sofia`]);
  expect(show(locale, 2025, "second")).toEqual([exact, `${exact} Europe/Sofia`]);
});

// At midnight in Sofia the year in UTC is the one before.
test("a row of this year in the environment's zone has its time of day, and one of the year before its year", () => {
  const row = (at: string) => showAt(at, "en-GB", "row")[0];
  vi.setSystemTime(new Date("2027-01-02T10:00:00Z"));
  expect([row("2026-12-31T22:30:00Z"), row("2026-12-31T21:30:00Z")]).toEqual(["1 Jan 00:30", "31 Dec 2026"]);
  vi.setSystemTime(new Date("2026-12-31T22:15:00Z"));
  expect([row("2026-12-31T22:05:00Z"), row("2026-11-22T10:00:00Z")]).toEqual(["1 Jan 00:05", "22 Nov 2026"]);
});
