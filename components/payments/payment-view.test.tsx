import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { NextIntlClientProvider } from "next-intl";
import { Suspense } from "react";
import { renderToReadableStream } from "react-dom/server";
import { expect, test } from "vitest";
import type { PaymentDetail } from "#lib/contract/payment.ts";
import notifications from "../../messages/en/notifications.json" with { type: "json" };
import payments from "../../messages/en/payments.json" with { type: "json" };
import records from "../../messages/en/records.json" with { type: "json" };
import { usePaymentView } from "./payment-view.ts";

const notCharged = {
  ...{ paymentId: "P1", merchant: "corner-cafe", kind: "payment", status: "failed", problem: null },
  outcome: { verdict: "did_not_happen", notBefore: null, looks: [] },
  ...{
    amountMinor: 1234,
    tipMinor: 0,
    chargedMinor: 1234,
    refundableMinor: 0,
    refundedMinor: 0,
    currency: "EUR",
    terminalId: "81000001",
  },
  ...{ openRefund: null, openReversal: null, openAct: null, originalId: null, transaction: null, fields: [] },
  ...{ referenceNumber: "CF-1", ownReference: null, description: null, createdBy: null, createdAt: "2026-03-04T11:20:05.000Z" },
  ...{ timeline: [], notifications: [], refunds: [], calls: [], history: [] },
} as unknown as PaymentDetail;

type Seen = { role: string; archivedAt?: string };

function Next() {
  return usePaymentView(notCharged, "sandbox").next?.label ?? "nothing";
}

/** What the payment's page offers next. */
async function nextFor({ role, archivedAt }: Seen): Promise<string> {
  const client = new QueryClient();
  client.setQueryData(["session"], { staff: { role } });
  client.setQueryData(["sandbox", "*", "merchants"], [{ slug: "corner-cafe", archivedAt: archivedAt ?? null }]);
  const stream = await renderToReadableStream(
    <QueryClientProvider client={client}>
      <NextIntlClientProvider locale="en-GB" timeZone="UTC" messages={{ notifications, payments, records }}>
        <Suspense>
          <Next />
        </Suspense>
      </NextIntlClientProvider>
    </QueryClientProvider>,
  );
  await stream.allReady;
  return (await new Response(stream).text()).replaceAll(/<[^>]*>/g, "");
}

test("a payment that was not charged is offered again to those who may take payments", async () => {
  expect(await nextFor({ role: "support" })).toBe("Charge again");
  expect(await nextFor({ role: "viewer" })).toBe("nothing");
  expect(await nextFor({ role: "support", archivedAt: "2026-03-05T00:00:00.000Z" })).toBe("nothing");
});
