import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { merchantNamesQuery } from "#lib/queries/merchants.ts";
import { MerchantName } from "./merchant-name.tsx";

function show(slug: string, names: Record<string, string>): string {
  const client = new QueryClient();
  client.setQueryData(merchantNamesQuery("sandbox").queryKey, names);
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <MerchantName slug={slug} />
    </QueryClientProvider>,
  );
}

test("a merchant is shown by its name", () => {
  expect(show("cafe", { cafe: "Café Central" })).toBe("Café Central");
});

test.each(["cafe", "constructor"])("one whose name did not come with the page is shown by its slug, %s", (slug) => {
  expect(show(slug, { inn: "The Inn" })).toBe(slug);
});
