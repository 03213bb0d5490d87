import type { Clock } from "../../core/clock.ts";
import { mapInTurns } from "../../core/map-in-turns.ts";
import { parseForm } from "../../notify/form.ts";
import { openBody } from "../../store/delivery-body.ts";
import type { Transaction } from "../../store/open-store.ts";
import { savePaymentNotices } from "../../store/payment-notices.ts";
import type { Vault } from "../../vault/vault.ts";
import type { Log } from "../log.ts";
import { toPaidWith } from "./to-paid-with.ts";

type Ports = { vault: Vault; log: Log; clock: Pick<Clock, "monotonic"> };

type SealedBody = { id: string; body: Buffer };

/** Notes for the overview what genuine payments were paid with. Repeating it changes nothing. */
export async function notePayments(
  tx: Transaction,
  { vault, log, clock }: Ports,
  deliveries: readonly SealedBody[],
): Promise<void> {
  const notices = await mapInTurns(deliveries, { clock }, (row) => ({
    deliveryId: row.id,
    ...toPaidWith(parseForm(open(row)) ?? []),
  }));
  await savePaymentNotices(tx, notices);

  // One body that cannot be opened must not keep the others from being counted.
  function open(row: SealedBody): Uint8Array {
    try {
      return openBody(vault, row);
    } catch (cause) {
      log.error({ cause, deliveryId: row.id }, "A kept body cannot be opened");
      return new Uint8Array();
    }
  }
}
