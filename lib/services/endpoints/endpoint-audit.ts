import { recordAuditIn } from "#lib/db/audit/audit.ts";
import type { Transaction } from "#lib/db/connection/open-store.ts";
import type { MerchantRow } from "#lib/db/merchants/merchants.ts";
import type { ServiceContext } from "../context.ts";

type EndpointAction = { act: string; merchant: MerchantRow; endpointId: string; detail: Record<string, unknown> };

/** The audit row of a change to an endpoint, committed together with it. */
export function recordEndpointAudit(
  tx: Transaction,
  ctx: ServiceContext,
  { act, merchant, endpointId, detail }: EndpointAction,
): Promise<void> {
  const { environment, slug } = merchant;
  return recordAuditIn(tx, ctx.vault, {
    at: new Date(ctx.clock.now()),
    staffId: ctx.staff.id,
    actor: ctx.staff.email,
    act,
    environment,
    merchant: slug,
    target: endpointId,
    detail,
    peer: ctx.peer,
  });
}
