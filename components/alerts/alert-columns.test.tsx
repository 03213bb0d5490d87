import { createTranslator, NextIntlClientProvider } from "next-intl";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { Alert } from "#lib/contract/alert.ts";
import alerts from "../../messages/en/alerts.json" with { type: "json" };
import { alertColumns } from "./alert-columns.tsx";

const at = "2026-03-01T10:00:00.000Z";
const alert: Alert = {
  ...{ id: "1", rule: "spool_in_use", status: "open", severity: "critical", openedAt: at, lastSeenAt: at },
  ...{ count: 1, notKept: 0, href: "/demo", changedAt: at, acknowledgedBy: "ann@desk.example" },
};

function show(column: string, shown: Partial<Alert>): string {
  const t = createTranslator({ locale: "en-GB", messages: { alerts }, namespace: "alerts" });
  const options = { merchant: "Merchant", environment: "demo", mayChange: false, onComment: () => {} };
  const cell = alertColumns(t as never, options)
    .find(({ key }) => key === column)
    ?.cell({ ...alert, ...shown });
  return renderToStaticMarkup(
    <NextIntlClientProvider locale="en-GB" timeZone="UTC" messages={{ alerts }}>
      {cell}
    </NextIntlClientProvider>,
  );
}

test("who acknowledged an alert is shown with its time, also while it is open again", () => {
  const acknowledgedAt = "2026-03-02T11:00:00.000Z";
  expect(show("status", {})).not.toContain("ann@desk.example");
  for (const status of ["open", "acknowledged", "resolved"] as const) {
    const html = show("status", { status, acknowledgedAt });
    expect([html.includes("ann@desk.example"), html.includes(acknowledgedAt)]).toEqual([true, true]);
  }
});

test("the server with a full disk, what the gateway contradicts and the day on which a certificate ends are shown", () => {
  expect(show("rule", { machine: "receiver-2" })).toContain("Server: receiver-2");
  expect(show("rule", { rule: "profile_contradicted", unlinked: true })).toContain("No notification of at least one merchant");
  expect(show("rule", { rule: "certificate_ending", endsAt: at })).toMatch(
    /End of the certificate: <time dateTime="2026-03-01T10/,
  );
});
