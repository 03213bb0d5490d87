import { listRetention, type RetentionKind } from "#lib/db/settings/retention.ts";
import type { Sandbox } from "#lib/sandbox/create-sandbox.ts";
import type { ServiceContext } from "#lib/services/context.ts";
import { findZone } from "#lib/services/environments/find-zone.ts";
import { firstKeptDay } from "#lib/services/retention/first-kept-day.ts";

const environment = "sandbox";

/** Removes from the sandbox's gateway what the dashboard does not keep of it either: bookings like transactions, orders like notifications. */
export async function removeSandboxRecords(
  parts: Pick<ServiceContext, "db" | "clock" | "gateways">,
  sandbox: Pick<Sandbox, "removeOld">,
): Promise<void> {
  const [settings, zone] = await Promise.all([listRetention(parts.db, environment), findZone(parts, environment)]);
  const keptFromMs = (kind: RetentionKind) => {
    const days = settings.find((setting) => setting.kind === kind)?.days ?? undefined;
    return days === undefined ? undefined : firstKeptDay({ nowMs: parts.clock.now(), zone, days }).before.getTime();
  };
  await sandbox.removeOld({ ledgerMs: keptFromMs("transactions"), ordersMs: keptFromMs("notifications") });
}
