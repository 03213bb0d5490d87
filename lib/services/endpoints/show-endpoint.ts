import { type Endpoint, endpointSchema } from "#lib/contract/endpoint.ts";
import { listCertificateUse } from "#lib/db/endpoints/certificate-use.ts";
import { type EndpointRow, listCertificates } from "#lib/db/endpoints/endpoints.ts";
import { countForwards, countShadow, findLastTried } from "#lib/db/forwarding/forward-list.ts";
import { findForwardTarget, findShadowSince } from "#lib/db/forwarding/forward-targets.ts";
import type { MerchantRow } from "#lib/db/merchants/merchants.ts";
import { findLastReceived } from "#lib/db/notifications/notifications.ts";
import { readNames } from "#lib/db/staff/person-names.ts";
import type { ServiceContext } from "../context.ts";
import { toForwarding } from "../forwarding/to-forward.ts";
import { toEndpoint } from "./to-endpoint.ts";

/** The endpoint for display: its keys and their use, its forwarding, and the time of the last delivery. */
export async function showEndpoint(ctx: ServiceContext, merchant: MerchantRow, row: EndpointRow): Promise<Endpoint> {
  const [certificates, uses, lastReceivedAt, target, counts, lastTried, shadow, nameOf] = await Promise.all([
    listCertificates(ctx.db, [row.id]),
    listCertificateUse(ctx.db, row.id),
    findLastReceived(ctx.db, row.id),
    findForwardTarget(ctx.db, ctx.vault, row.id),
    countForwards(ctx.db, row.id),
    findLastTried(ctx.db, row.id),
    readShadow(ctx, row.id),
    readNames(ctx),
  ]);
  return endpointSchema.parse(
    toEndpoint(row, {
      merchant: merchant.slug,
      publicOrigin: ctx.publicOrigin,
      spoolSetAside: ctx.spoolSetAside?.() ?? 0,
      certificates,
      uses,
      forwarding: toForwarding(ctx, { target, counts, lastTried, shadow }),
      lastReceivedAt,
      nameOf,
    }),
  );
}

async function readShadow({ db }: ServiceContext, endpointId: string): Promise<Endpoint["forwarding"]["shadow"]> {
  const since = await findShadowSince(db, endpointId);
  return since && { since: since.toISOString(), ...(await countShadow(db, { endpointId, since })) };
}
