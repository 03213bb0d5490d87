import pLimit from "p-limit";
import { type Connections, connectionsSchema } from "../../contract/connection.ts";
import type { Environment } from "../../core/identifiers.ts";
import { findEnvironmentRow } from "../../store/environments.ts";
import type { MerchantRow } from "../../store/merchants.ts";
import { type NameOf, readNames } from "../../store/person-names.ts";
import { requireRole, type ServiceContext, visibleMerchants } from "../context.ts";
import { portalUrls } from "../merchants/get-connection.ts";
import { toIdentity, toMerchantStatus } from "../merchants/identity-state.ts";

const atOnce = 8;

/** How an environment and each of its merchants are connected and how their sign-ins stand. Makes no gateway call. */
export async function listConnections(ctx: ServiceContext, environment: Environment): Promise<Connections> {
  requireRole(ctx, "admin", { limitedAdmins: "narrowed" });
  const merchants = await visibleMerchants(ctx, environment);
  const nameOf = await readNames(ctx);
  const integration = await describeIntegration(ctx, environment, nameOf);
  const limit = pLimit(atOnce);
  const described = integration ? merchants.map((merchant) => limit(() => describeMerchant(ctx, merchant, nameOf))) : [];
  return connectionsSchema.parse({
    integration,
    portalUrl: portalUrls[environment],
    allowedHosts: ctx.gateways.allowedHosts,
    merchants: await Promise.all(described),
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

async function describeMerchant(ctx: ServiceContext, merchant: MerchantRow, nameOf: NameOf) {
  const status = await (await ctx.gateways.forMerchant(merchant)).identityStatus();
  const nowMs = ctx.clock.now();
  return {
    ...merchant,
    status: toMerchantStatus(status, nowMs),
    credentialSetAt: merchant.updatedAt.toISOString(),
    credentialSetBy: nameOf(merchant.updatedBy),
    session: toIdentity(status, nowMs),
  };
}
