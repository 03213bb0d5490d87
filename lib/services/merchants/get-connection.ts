import { type Connection, connectionSchema, merchantOperations } from "#lib/contract/merchant.ts";
import type { Environment } from "#lib/core/identifiers.ts";
import { readNames } from "#lib/db/staff/person-names.ts";
import { requireMerchant, requireRole, type ServiceContext } from "../context.ts";
import { toIdentity } from "./identity-state.ts";

/** The gateway's partner portal of each environment, where credentials are created. */
export const portalUrls: Record<Environment, string | null> = {
  sandbox: null,
  demo: "https://demo-partners.mypos.com",
  production: "https://partners.mypos.com",
};

/** A merchant's gateway connection and the lockout guard's state of both sign-in steps. Makes no gateway call. */
export async function getConnection(ctx: ServiceContext, environment: Environment, slug: string): Promise<Connection> {
  requireRole(ctx, merchantOperations.getConnection);
  const merchant = await requireMerchant(ctx, environment, slug);
  const { baseUrl, zone } = await ctx.gateways.environment(environment);
  const [integration, gateway] = await Promise.all([ctx.gateways.integration(environment), ctx.gateways.forMerchant(merchant)]);
  const [token, session] = await Promise.all([integration.identityStatus(), gateway.identityStatus()]);
  const nameOf = await readNames(ctx);
  const nowMs = ctx.clock.now();
  return connectionSchema.parse({
    merchant: merchant.slug,
    name: merchant.name,
    baseUrl,
    portalUrl: portalUrls[environment],
    zone,
    credentialFingerprint: merchant.credentialFingerprint,
    credentialSetAt: merchant.updatedAt.toISOString(),
    credentialSetBy: nameOf(merchant.updatedBy),
    token: toIdentity(token, nowMs),
    session: toIdentity(session, nowMs),
    asOf: new Date(nowMs).toISOString(),
  });
}
