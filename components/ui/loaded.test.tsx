import { NextIntlClientProvider } from "next-intl";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { networkError } from "#lib/queries/api-error.ts";
import common from "../../messages/en/common.json" with { type: "json" };
import filters from "../../messages/en/filters.json" with { type: "json" };
import { Loaded } from "./loaded.tsx";

function show(data: string | undefined, error: unknown = null): string {
  const query = { data, error, refetch: () => {} };
  const html = renderToStaticMarkup(
    <NextIntlClientProvider locale="en-GB" timeZone="UTC" messages={{ common, filters }}>
      <Loaded query={query} failedTitle="Retention didn't load" loading="Loading">
        {(days) => <input defaultValue={days} />}
      </Loaded>
    </NextIntlClientProvider>,
  );
  return html.replaceAll("&#x27;", "'");
}

test("a failed read takes nothing away that an earlier one showed, and says so beside it", () => {
  const html = show("365", networkError());
  expect(html).toContain('value="365"');
  expect(html).toContain(common.notRefreshed);
  expect(html).toContain(common.tryAgain);
  expect(html).not.toContain("Retention didn't load");
});

test("without anything read, only the error is shown, and before that the placeholder", () => {
  expect(show(undefined, networkError())).toContain("Retention didn't load");
  expect(show(undefined, networkError())).not.toContain("Loading");
  expect(show(undefined)).toBe("Loading");
  expect(show("365")).toBe('<input value="365"/>');
});
