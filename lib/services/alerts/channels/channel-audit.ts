import type { ChannelRow } from "#lib/db/alerts/channels.ts";
import { recordAuditIn } from "#lib/db/audit/audit.ts";
import type { Transaction } from "#lib/db/connection/open-store.ts";
import type { ServiceContext } from "../../context.ts";

type Act = "channel_created" | "channel_saved" | "channel_deleted" | "channel_tested";
type Entry = { tx: Transaction; row: ChannelRow; act: Act };

/** Without the address and the secret. */
export async function recordChannelAudit({ vault, staff, clock, peer }: ServiceContext, { tx, row, act }: Entry): Promise<void> {
  const { id, environment, kind, name, isOn, severities, rules, sends } = row;
  await recordAuditIn(tx, vault, {
    at: new Date(clock.now()),
    ...{ staffId: staff.id, actor: staff.email, act: `alert.${act}`, environment, target: id, peer },
    detail: { kind, isOn, severities, sends, ...(rules === null ? {} : { rules }), ...(name === "" ? {} : { name }) },
  });
}
