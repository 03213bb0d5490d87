import { type Connections, connectionOperations, connectionsSchema } from "#lib/contract/connection.ts";
import type { Environment } from "#lib/core/identifiers.ts";
import { countWithoutEndpoint } from "#lib/db/endpoints/missing-endpoints.ts";
import { findEnvironmentRow } from "#lib/db/environments/environments.ts";
import type { ListedMerchant } from "#lib/db/merchants/merchant-list.ts";
import { type NameOf, readNames } from "#lib/db/staff/person-names.ts";
import { listBaseUrls } from "#lib/gateway/check-base-url.ts";
import { requireRole, type ServiceContext, visibleScope } from "../context.ts";
import { summariseSync } from "../ledger-sync/summarise-sync.ts";
import { findMerchantPage } from "../merchants/find-merchant-page.ts";
import { portalUrls } from "../merchants/get-connection.ts";
import { toIdentity, toMerchantStatus } from "../merchants/identity-state.ts";

type ConnectionsQuery = { environment: Environment; input: unknown };

/** The connections of an environment and a page of its merchants, with the state of their sign-ins. Makes no gateway call. */
export async function listConnections(ctx: ServiceContext, { environment, input }: ConnectionsQuery): Promise<Connections> {
  requireRole(ctx, connectionOperations.listConnections);
  const scope = await visibleScope(ctx, environment);
  const nameOf = await readNames(ctx);
  const integration = await describeIntegration(ctx, environment, nameOf);
  const { merchants, nextCursor, nowMs } = await findMerchantPage(ctx, scope, input);
  return connectionsSchema.parse({
    integration,
    portalUrl: portalUrls[environment],
    baseUrls: listBaseUrls(environment, ctx.gateways),
    merchants: merchants.map((merchant) => describeMerchant(merchant, nameOf, nowMs)),
    nextCursor,
    sync: await summariseSync(ctx, scope),
    withoutEndpoint: await countWithoutEndpoint(ctx.db, scope),
    asOf: new Date(ctx.clock.now()).toISOString(),
  });
}

async function describeIntegration(ctx: ServiceContext, environment: Environment, nameOf: NameOf) {
  const row = await findEnvironmentRow(ctx.db, environment);
  if (!row) return null;
  const integration = await ctx.gateways.integration(environment);
  return {
    ...row,
    credentialSetAt: row.credentialSetAt.toISOString(),
    credentialSetBy: nameOf(row.credentialSetBy),
    token: toIdentity(await integration.identityStatus(), ctx.clock.now()),
  };
}

function describeMerchant({ identity, ...merchant }: ListedMerchant, nameOf: NameOf, nowMs: number) {
  return {
    ...merchant,
    status: toMerchantStatus(identity, nowMs),
    credentialSetAt: merchant.updatedAt.toISOString(),
    credentialSetBy: nameOf(merchant.updatedBy),
    session: toIdentity(identity, nowMs),
  };
}
