import pLimit from "p-limit";
import type { MerchantRow } from "#lib/db/merchants/merchants.ts";
import { findStored } from "#lib/db/restore/found-payments.ts";
import type { GatewayPayment } from "#lib/gateway/records.ts";
import type { MerchantGateway } from "#lib/gateway/types.ts";
import type { PaymentPorts } from "../payments/internal/ports.ts";

const callsAtOnce = 4;

type Listed = {
  merchant: MerchantRow;
  gateway: Pick<MerchantGateway, "getPayment">;
  listed: readonly GatewayPayment[];
  terminalId: string;
  since: Date;
};

/**
 * A terminal's listed payments, each that may be new here with its own record: lists may have only number, status and reference.
 * Throws when a record cannot be read whose listed item lacks the amount or the time.
 */
export async function completeListed(
  ports: PaymentPorts,
  { merchant: { environment }, gateway, listed, terminalId, since }: Listed,
): Promise<GatewayPayment[]> {
  const limit = pLimit(callsAtOnce);
  const complete = async (item: GatewayPayment) => {
    if (item.createdAt !== null && item.createdAt < since) return item;
    const referenceNumber = item.referenceNumber ?? "";
    const stored = await findStored(ports.db, { environment, terminalId, referenceNumber, gatewayPaymentId: item.id });
    return stored ? item : readRecord(gateway, item);
  };
  return Promise.all(listed.map((item) => limit(() => complete(item))));
}

async function readRecord(gateway: Pick<MerchantGateway, "getPayment">, item: GatewayPayment): Promise<GatewayPayment> {
  try {
    const record = await gateway.getPayment(item.id);
    return {
      ...record,
      id: item.id,
      referenceNumber: record.referenceNumber ?? item.referenceNumber,
      amountMinor: record.amountMinor ?? item.amountMinor,
      currency: record.currency ?? item.currency,
      createdAt: record.createdAt ?? item.createdAt,
    };
  } catch (thrown) {
    const isEnough = item.amountMinor !== null && item.currency !== null && item.createdAt !== null;
    if (isEnough) return item;
    throw thrown;
  }
}
