import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { NextIntlClientProvider } from "next-intl";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { attentionKinds } from "#lib/contract/overview.ts";
import overview from "../../messages/en/overview.json" with { type: "json" };
import { NeedsAttention } from "./needs-attention.tsx";
import { overviewLinks } from "./overview-links.ts";

vi.mock("next/navigation", () => ({ useRouter: () => ({ push: () => {} }), usePathname: () => "/sandbox" }));

const scope = { environment: "sandbox", merchant: "corner-cafe" };

function show(kinds: number, group: string | null = null): string {
  const items = attentionKinds.slice(0, kinds).map((kind) => ({ kind, count: 2, merchants: [] }));
  const links = overviewLinks(scope, { from: "2026-03-01", to: "2026-03-30", group });
  return renderToStaticMarkup(
    <NextIntlClientProvider locale="en-GB" timeZone="UTC" messages={{ overview }}>
      <QueryClientProvider client={new QueryClient()}>
        <NeedsAttention scope={scope} group={group} items={items} links={links} />
      </QueryClientProvider>
    </NextIntlClientProvider>,
  );
}

const listed = (html: string) => html.match(/<li/g)?.length;

test("five kinds of issues are listed, and those left out are counted and led to", () => {
  expect(listed(show(5))).toBe(5);
  expect(show(5)).not.toContain("more issue");
  expect(listed(show(6))).toBe(6);
  expect(show(6)).toMatch(/href="\/sandbox\/alerts\?merchant=corner-cafe"[^>]*>1 more issue</);
  expect(show(9)).toContain("4 more issues");
});
