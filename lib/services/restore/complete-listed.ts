import pLimit from "p-limit";
import { isAppError } from "#lib/core/errors.ts";
import type { MerchantRow } from "#lib/db/merchants/merchants.ts";
import type { PaymentRow } from "#lib/db/payments/payments.ts";
import { findStored } from "#lib/db/restore/found-payments.ts";
import type { GatewayPayment } from "#lib/gateway/records.ts";
import type { MerchantGateway } from "#lib/gateway/types.ts";
import { toStatus } from "../payments/internal/apply-response.ts";
import { isOwnReference } from "../payments/internal/generate-reference.ts";
import type { PaymentPorts } from "../payments/internal/ports.ts";

const callsAtOnce = 4;

type Listed = {
  merchant: MerchantRow;
  gateway: Pick<MerchantGateway, "getPayment">;
  listed: readonly GatewayPayment[];
  terminalId: string;
  since: Date;
};

/** `listed`: the list's item, with what only its own record has. `own`: that record; undefined when it could not be read. */
export type CompletePayment = { listed: GatewayPayment; own: GatewayPayment | undefined };

/**
 * Those of a terminal's listed payments that the database lacks or has in another state, each with its own record: lists may have
 * only number, status and reference. Throws when a record cannot be read whose listed item lacks the amount or the time.
 */
export async function completeListed(
  ports: PaymentPorts,
  { merchant, gateway, listed, terminalId, since }: Listed,
): Promise<CompletePayment[]> {
  const limit = pLimit(callsAtOnce);
  const complete = async (item: GatewayPayment) => {
    const referenceNumber = item.referenceNumber ?? "";
    const place = { environment: merchant.environment, terminalId, referenceNumber };
    const isOurs = isOwnReference(referenceNumber);
    const stored = await findStored(ports.db, { ...place, gatewayPaymentId: item.id, isOurs });
    const isOld = item.createdAt !== null && item.createdAt < since;
    if (stored ? isKnown(stored, merchant, item) : isOld) return [];
    return [await readRecord(gateway, item, stored)];
  };
  return (await Promise.all(listed.map((item) => limit(() => complete(item))))).flat();
}

/** Nothing of it is to be read in. One without an answer under a typed reference is searched for as any other (`resolveUnknown`). */
function isKnown(stored: PaymentRow, merchant: MerchantRow, item: GatewayPayment): boolean {
  if (stored.merchantId !== merchant.id) return true;
  if (stored.gatewayPaymentId === null) return !isOwnReference(stored.referenceNumber);
  return stored.status === toStatus(item.status) && stored.sealedRecord !== null;
}

async function readRecord(
  gateway: Pick<MerchantGateway, "getPayment">,
  item: GatewayPayment,
  stored: PaymentRow | undefined,
): Promise<CompletePayment> {
  try {
    const own = await gateway.getPayment(stored?.gatewayPaymentId ?? item.id);
    const listed = {
      ...item,
      referenceNumber: own.referenceNumber ?? item.referenceNumber,
      amountMinor: own.amountMinor ?? item.amountMinor,
      currency: own.currency ?? item.currency,
      createdAt: own.createdAt ?? item.createdAt,
    };
    return { listed, own: { ...own, id: item.id } };
  } catch (thrown) {
    const isEnough = item.amountMinor !== null && item.currency !== null && item.createdAt !== null;
    if (!stored && !isEnough) throw thrown;
    // Its own address does not know it: the item is all there is.
    const isAll = isAppError(thrown) && thrown.code === "gateway_not_found" && stored?.sealedRecord == null;
    return { listed: item, own: isAll ? item : undefined };
  }
}
