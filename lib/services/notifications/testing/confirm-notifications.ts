import type { Environment } from "../../../core/identifiers.ts";
import { createLedgerAsker } from "../ask-ledgers.ts";
import { joinStored } from "../join-stored.ts";
import type { ConfirmPorts } from "../save-joins.ts";

/** All of an environment whose turn it is now: in the stored ledger, then at the gateway. */
export async function confirmNotifications(ports: ConfirmPorts, environment: Environment): Promise<void> {
  while (await joinStored(ports));
  const ask = createLedgerAsker(ports, environment, { callsPerSecond: 10_000 });
  while (await ask());
}
