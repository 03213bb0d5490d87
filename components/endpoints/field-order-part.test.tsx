import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { NextIntlClientProvider } from "next-intl";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { Endpoint } from "#lib/contract/endpoint.ts";
import type { FieldOrderCandidate } from "#lib/contract/field-order.ts";
import { fieldOrderQuery } from "#lib/queries/field-order.ts";
import endpoints from "../../messages/en/endpoints.json" with { type: "json" };
import { FieldOrderPart } from "./field-order-part.tsx";

const scope = { environment: "sandbox", merchant: "cafe" };
const usual = ["IPCmethod", "SID", "Amount", "Currency", "OrderID"];
const other = ["IPCmethod", "SID", "StoreID", "Amount", "Currency", "OrderID"];
const candidate: FieldOrderCandidate = {
  ...{ order: other, methods: ["IPCPurchaseNotify"], texts: 4, orders: 3, examples: ["one"], validSince: 2 },
  firstSeenAt: "2026-03-04T09:00:00.000Z",
  lastSeenAt: "2026-03-04T11:20:05.000Z",
};
const endpoint: Endpoint = {
  ...{ id: "e", merchant: "cafe", label: "", sid: "1", urlNotify: "", urlOk: "", urlCancel: "", strictLayout: true },
  ...{ certificates: [], warnings: [], warningDetails: [], lastReceivedAt: null, createdAt: "2026-03-01T00:00:00.000Z" },
  forwarding: { mode: "off", url: null, pending: 0, refused: 0, dead: 0, lastTry: null, shadow: null },
};

/** The rendered text, with "|" at the end of each element. */
function show(inForce: string[], candidates: FieldOrderCandidate[], { isAdmin = true } = {}): string {
  const client = new QueryClient();
  client.setQueryData(fieldOrderQuery(scope, "e").queryKey, {
    inForce,
    methods: inForce === usual ? [] : ["IPCPurchaseRollback"],
    usual,
    candidates,
  });
  const html = renderToStaticMarkup(
    <NextIntlClientProvider locale="en-GB" timeZone="UTC" messages={{ endpoints }}>
      <QueryClientProvider client={client}>
        <FieldOrderPart scope={scope} endpoint={endpoint} isAdmin={isAdmin} />
      </QueryClientProvider>
    </NextIntlClientProvider>,
  );
  return html.replace(/<[^>]*>/g, "|").replace(/\|+/g, "|");
}

test("while the usual order is in force and there is no candidate, nothing is shown", () => {
  expect(show(usual, [])).toBe("");
});

test("a candidate stands beside the order in force, with its evidence", () => {
  const text = show(usual, [candidate]);
  expect(text).toContain("4 correctly signed notifications with 3 different order numbers");
  expect(text).toContain("Since then 2 verified notifications have arrived in the current order.");
  expect(text).toContain(`|Current order|${usual.join("|")}|New order|${other.join("|")}|`);
  expect(text).toContain("Applies to IPCPurchaseNotify. All other types use the standard order.|Use this order…|");
  expect(text).not.toContain("Use standard order");
});

test("another order than the usual one is shown, with the way back; only an administrator may change it", () => {
  expect(show(other, [])).toContain(
    `|Current order|${other.join("|")}|Applies to IPCPurchaseRollback. All other types use the standard order.|Use standard order…|`,
  );
  const seen = show(other, [candidate], { isAdmin: false });
  expect(seen).toContain("|Current order|");
  expect(seen).not.toContain("…");
});
