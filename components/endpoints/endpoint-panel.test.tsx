import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { NextIntlClientProvider } from "next-intl";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { Endpoint } from "#lib/contract/endpoint.ts";
import common from "../../messages/en/common.json" with { type: "json" };
import endpoints from "../../messages/en/endpoints.json" with { type: "json" };
import { EndpointPanel } from "./endpoint-panel.tsx";

const id = "01a2b3c4-0000-7000-8000-000000000001";
const endpoint: Endpoint = {
  ...{ id, merchant: "cafe", label: "", sid: "1", urlNotify: "", urlOk: "", urlCancel: "", strictLayout: true },
  ...{ certificates: [], warnings: [], warningDetails: [], lastReceivedAt: null, createdAt: "2026-03-01T00:00:00.000Z" },
  forwarding: { mode: "off", url: null, pending: 0, refused: 0, dead: 0, lastTry: null, shadow: null },
};
const panel = { scope: { environment: "sandbox", merchant: "cafe" }, endpoint, role: "viewer" } as const;

test("the address of its page can name an endpoint, as links of alerts do", () => {
  const html = renderToStaticMarkup(
    <NextIntlClientProvider locale="en-GB" timeZone="UTC" messages={{ endpoints, common }}>
      <QueryClientProvider client={new QueryClient()}>
        <EndpointPanel {...panel} />
      </QueryClientProvider>
    </NextIntlClientProvider>,
  );
  expect(html).toMatch(new RegExp(`^<section id="${id}"`));
});
