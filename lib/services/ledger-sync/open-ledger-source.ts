import type { MerchantRow } from "#lib/db/merchants/merchants.ts";
import type { CallPace } from "#lib/gateway/types.ts";
import type { LedgerSource } from "#lib/ledger-sync/ports.ts";
import type { ServiceContext } from "../context.ts";
import { noteListedRows } from "../payments/internal/record-payment-times.ts";

type Ports = Pick<ServiceContext, "db" | "vault" | "clock" | "gateways" | "log">;

/** A merchant's ledger at the gateway; what its rows show of the gateway's times is recorded in the profile. */
export async function openLedgerSource(
  ports: Ports,
  merchant: MerchantRow,
  zone: string,
  pace?: CallPace,
): Promise<LedgerSource> {
  const { db, vault, clock } = ports;
  const gateway = await ports.gateways.forMerchant(merchant, pace);
  const place = { environment: merchant.environment, merchantId: merchant.id };
  return { db, vault, clock, merchant, gateway, zone, pace, onNewRows: (rows) => noteListedRows(ports, place, rows) };
}
