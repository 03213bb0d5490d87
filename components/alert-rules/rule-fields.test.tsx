import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { NextIntlClientProvider } from "next-intl";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test, vi } from "vitest";
import type { AlertRuleSettings } from "#lib/contract/alert-rule.ts";
import alertRules from "../../messages/en/alertRules.json" with { type: "json" };
import alerts from "../../messages/en/alerts.json" with { type: "json" };
import { RuleFields } from "./rule-fields.tsx";

vi.mock("#components/merchants/use-merchant.ts", () => ({ useMerchant: () => ({ name: "Corner Cafe" }) }));
vi.mock("#components/merchants/merchant-choice.tsx", () => ({ MerchantChoice: () => null }));

test("the button that removes an exception names its merchant", () => {
  const settings = { rule: "silence", mayTurnOff: false, threshold: null, exceptions: [] } as unknown as AlertRuleSettings;
  const value = { isOn: true, thresholds: [], exceptions: ["corner-cafe"] };
  const html = renderToStaticMarkup(
    <NextIntlClientProvider locale="en-GB" timeZone="UTC" messages={{ alertRules, alerts }}>
      <QueryClientProvider client={new QueryClient()}>
        <RuleFields environment="sandbox" settings={settings} value={value} onChange={() => {}} problemOf={() => undefined} />
      </QueryClientProvider>
    </NextIntlClientProvider>,
  );
  expect(html).toContain('aria-label="Remove: Corner Cafe"');
});
