import { NextIntlClientProvider } from "next-intl";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test, vi } from "vitest";
import type { TransactionPage } from "#lib/contract/transaction.ts";
import transactions from "../../messages/en/transactions.json" with { type: "json" };
import { PartialNotice } from "./partial-notice.tsx";

const merchant = vi.hoisted(() => ({ status: "ready" }));
vi.mock("#components/merchant-name.tsx", () => ({ MerchantName: ({ slug }: { slug: string }) => slug }));
vi.mock("#components/merchants/use-merchant.ts", () => ({ useMerchant: () => merchant }));

const incomplete = { code: "ledger_incomplete", message: "The gateway may not have listed every transaction." };
const problem = { code: "merchant_refused", message: "The gateway rejected this merchant's credentials. We stopped trying." };

function show(own: Partial<TransactionPage> = { problem }): string {
  const page = { items: [], asOf: "2026-03-04T11:20:05Z", complete: true, ...own } as unknown as TransactionPage;
  const html = renderToStaticMarkup(
    <NextIntlClientProvider locale="en-GB" timeZone="UTC" messages={{ transactions }}>
      <PartialNotice page={page} scope={{ environment: "sandbox", merchant: "boulangerie-martin" }} />
    </NextIntlClientProvider>,
  );
  return html.replace(/<[^>]*>/g, "");
}

test("a rejected sign-in is said once, in one sentence", () => {
  merchant.status = "refused";
  expect(show()).toBe("The gateway rejected a sign-in, so nothing new syncs: view the connection.");
});

test("another problem is said with what it means for the rows", () => {
  merchant.status = "ready";
  expect(show()).toBe(`${transactions.partial.outdated} ${problem.message.replace("'", "&#x27;")}`);
});

test("days of many merchants that are still to be read are said in one sentence, also when all are up to date", () => {
  const fresh = { merchants: 40, upToDate: 40, syncing: 0, attention: 0, neverRead: 0, asOf: null, readyAt: null, worst: [] };
  expect(show({ sync: fresh })).toBe("");
  expect(show({ sync: fresh, complete: false, problems: [{ ...incomplete, merchant: "taxi" }] })).toBe(
    `taxi: ${incomplete.message}`,
  );
  expect(show({ sync: fresh, complete: false, lacksHistory: true })).toContain(
    "earlier days not fully synced: transactions may be missing here, and totals too low",
  );
});
