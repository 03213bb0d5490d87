import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { NextIntlClientProvider } from "next-intl";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test, vi } from "vitest";
import type { Overview } from "#lib/contract/overview.ts";
import { ApiError } from "#lib/queries/api-error.ts";
import { comparedMax, overviewQuery } from "#lib/queries/overview.ts";
import common from "../../messages/en/common.json" with { type: "json" };
import messages from "../../messages/en/overview.json" with { type: "json" };
import { Comparison } from "./comparison.tsx";
import { withoutUnknown } from "./use-without-unknown.ts";

vi.mock("next/navigation", () => ({ useRouter: () => ({ push: () => {} }), usePathname: () => "/sandbox" }));

const search = { from: null, to: null, group: null };
const refused = (status: number, code: string) => new ApiError({ status, code, message: "" });
const sales = { sales: { now: { amountMinor: 1_234, count: 1 }, before: { amountMinor: 0, count: 0 } } };
const loaded = {
  currencies: [{ currency: "EUR", kinds: sales }],
  notifications: { now: { valid: 1, invalid: 1, not_checkable: 0 } },
} as unknown as Overview;

/** The merchants as they were read: an overview, why not, or neither yet. */
function show(read: Record<string, Overview | ApiError | null>, slugs: readonly string[] = Object.keys(read)): string {
  const client = new QueryClient({ defaultOptions: { queries: { retryOnMount: false } } });
  for (const [merchant, result] of Object.entries(read)) {
    const { queryKey } = overviewQuery({ environment: "sandbox", merchant }, search);
    if (result instanceof ApiError)
      client.getQueryCache().build(client, { queryKey }).setState({ status: "error", error: result });
    else if (result) client.setQueryData(queryKey, result);
  }
  return renderToStaticMarkup(
    <NextIntlClientProvider locale="en-GB" timeZone="UTC" messages={{ overview: messages, common }}>
      <QueryClientProvider client={client}>
        <Comparison
          {...{ environment: "sandbox", search, currency: "EUR", days: { from: "2026-03-01", to: "2026-03-30" } }}
          slugs={slugs}
          onChange={() => {}}
        />
      </QueryClientProvider>
    </NextIntlClientProvider>,
  ).replaceAll("&#x27;", "'");
}

const count = (html: string, text: string) => html.split(text).length - 1;

test("a merchant that could not be read says so in its column, with a button, beside those that were", () => {
  const html = show({ cafe: loaded, inn: refused(503, "busy"), shop: null });
  expect(html).toContain("12.34");
  expect(html).toContain("50%");
  expect(count(html, messages.comparison.failed)).toBe(1);
  expect(count(html, common.tryAgain)).toBe(1);
  // One that is being read.
  expect(count(html, "…")).toBe(5);
});

test("merchants that do not exist leave the address; those that could not be read stay", () => {
  const gone = refused(404, "not_found");
  expect(withoutUnknown(["cafe", "typo", "inn"], [null, gone, refused(503, "busy")])).toEqual(["cafe", "inn"]);
  expect(withoutUnknown(["cafe", "inn"], [null, null])).toBeUndefined();
  expect(withoutUnknown(["typo"], [gone])).toBeNull();
});

// Each is a request: an address may name any number.
test("an address that names many merchants, or one twice, compares as many as can be chosen, each once", () => {
  const many = Array.from({ length: 500 }, (_, index) => `shop-${index}`);
  expect(count(show({}, many), 'scope="col"')).toBe(comparedMax);
  expect(count(show({}, ["cafe", "inn", "cafe"]), 'scope="col"')).toBe(2);
});
