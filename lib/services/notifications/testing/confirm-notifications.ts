import type { Environment } from "#lib/core/identifiers.ts";
import { createLedgerQuerier } from "../reconciliation/query-ledgers.ts";
import { reconcileStored } from "../reconciliation/reconcile-stored.ts";
import type { ConfirmPorts } from "../reconciliation/save-reconciliations.ts";

/** Reconciles all due notifications of an environment: with the stored ledger, then at the gateway. */
export async function confirmNotifications(ports: ConfirmPorts, environment: Environment): Promise<void> {
  while (await reconcileStored(ports));
  const ask = createLedgerQuerier(ports, environment, { callsPerSecond: 10_000 });
  while (await ask());
}
