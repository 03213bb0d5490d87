import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { NextIntlClientProvider } from "next-intl";
import { Suspense } from "react";
import { renderToReadableStream } from "react-dom/server";
import { expect, test } from "vitest";
import type { PaymentDetail } from "#lib/contract/payment.ts";
import common from "../../messages/en/common.json" with { type: "json" };
import payments from "../../messages/en/payments.json" with { type: "json" };
import { PaymentOperations } from "./payment-operations.tsx";

const scope = { environment: "sandbox", merchant: "corner-cafe" } as const;
const sent = {
  ...{ paymentId: "P1", merchant: "corner-cafe", kind: "payment", status: "in_progress", gatewayPaymentId: "G1", refunds: [] },
  ...{ amountMinor: 1234, tipMinor: 0, chargedMinor: 1234, refundableMinor: 0, currency: "EUR" },
  ...{ openAct: null, openReversal: null, outcome: null },
} as unknown as PaymentDetail;

/** The texts of the buttons that a payment's page offers to support without, and with, the permission to refund. */
async function offered(changed: Partial<PaymentDetail>, permissions: readonly string[] = []): Promise<string[]> {
  const client = new QueryClient();
  client.setQueryData(["session"], { staff: { role: "support", permissions } });
  client.setQueryData(["sandbox", "*", "merchants"], [{ slug: "corner-cafe", archivedAt: null }]);
  const stream = await renderToReadableStream(
    <QueryClientProvider client={client}>
      <NextIntlClientProvider locale="en-GB" timeZone="UTC" messages={{ common, payments }}>
        <Suspense>
          <PaymentOperations scope={scope} merchantName="Corner Cafe" payment={{ ...sent, ...changed }} />
        </Suspense>
      </NextIntlClientProvider>
    </QueryClientProvider>,
  );
  await stream.allReady;
  const html = await new Response(stream).text();
  return [...html.matchAll(/<button[^>]*>(.*?)<\/button>/g)].map(([, text = ""]) => text.replaceAll(/<[^>]*>/g, ""));
}

test("a payment in progress may be cancelled, a refund in progress may not", async () => {
  expect(await offered({})).toEqual(["Cancel payment"]);
  expect(await offered({ kind: "refund" })).toEqual([]);
  expect(await offered({ kind: "refund" }, ["refund"])).toEqual([]);
});

test("a refund without a result may be marked as not processed by those who may refund", async () => {
  const lost: Partial<PaymentDetail> = { kind: "refund", outcome: { verdict: "cannot_tell", notBefore: null, looks: [] } };
  expect(await offered(lost)).toEqual([]);
  expect(await offered(lost, ["refund"])).toEqual(["Mark as not processed"]);
});

test("a payment whose number at the gateway is not known can be refunded, not reversed", async () => {
  const paid: Partial<PaymentDetail> = { status: "success", refundableMinor: 1234 };
  expect(await offered(paid, ["refund"])).toEqual(["Reverse payment", "Refund"]);
  expect(await offered({ ...paid, gatewayPaymentId: null }, ["refund"])).toEqual(["Refund"]);
});
