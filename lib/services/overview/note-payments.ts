import type { Clock } from "#lib/core/clock.ts";
import { mapInChunks } from "#lib/core/map-in-chunks.ts";
import type { Transaction } from "#lib/db/connection/open-store.ts";
import { openBody } from "#lib/db/deliveries/delivery-body.ts";
import { savePaymentNotices } from "#lib/db/payments/payment-notices.ts";
import { parseForm } from "#lib/notifications/verification/form.ts";
import type { Vault } from "#lib/vault/vault.ts";
import type { Log } from "../log.ts";
import { toPaidWith } from "./to-payment-methods.ts";

type Ports = { vault: Vault; log: Log; clock: Pick<Clock, "monotonic"> };

type SealedBody = { id: string; body: Buffer };

/** Records the payment methods of genuine payments for the overview. Idempotent. */
export async function notePayments(
  tx: Transaction,
  { vault, log, clock }: Ports,
  deliveries: readonly SealedBody[],
): Promise<void> {
  const notices = await mapInChunks(deliveries, { clock }, (row) => ({
    deliveryId: row.id,
    ...toPaidWith(parseForm(open(row)) ?? []),
  }));
  await savePaymentNotices(tx, notices);

  // One body that cannot be decrypted must not prevent counting the others.
  function open(row: SealedBody): Uint8Array {
    try {
      return openBody(vault, row);
    } catch (cause) {
      log.error({ cause, deliveryId: row.id }, "A kept body cannot be opened");
      return new Uint8Array();
    }
  }
}
