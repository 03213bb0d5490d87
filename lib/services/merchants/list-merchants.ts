import pLimit from "p-limit";
import { type Merchant, merchantsSchema } from "../../contract/merchant.ts";
import type { Environment } from "../../core/identifiers.ts";
import { findEnvironmentRow } from "../../store/environments.ts";
import { findFailedSyncs, findWithoutCertificate } from "../../store/merchant-troubles.ts";
import { findLastReads, type MerchantRow } from "../../store/merchants.ts";
import { requireRole, type ServiceContext, visibleMerchants } from "../context.ts";
import { attemptsUsed, toMerchantState, toMerchantStatus } from "./identity-state.ts";

const atOnce = 8;

/** The merchants of an environment this person may see, each with what the lock guard knows. Makes no gateway call. */
export async function listMerchants(ctx: ServiceContext, environment: Environment): Promise<Merchant[]> {
  requireRole(ctx, "viewer");
  const merchants = await visibleMerchants(ctx, environment);
  if (merchants.length === 0 || !(await findEnvironmentRow(ctx.db, environment))) return [];
  const [lastReads, withoutCertificate, failedSyncs] = await Promise.all([
    findLastReads(ctx.db, environment),
    findWithoutCertificate(ctx.db, environment, new Date(ctx.clock.now())),
    findFailedSyncs(ctx.db, environment),
  ]);
  const limit = pLimit(atOnce);
  const describe = async (merchant: MerchantRow) => {
    const status = await (await ctx.gateways.forMerchant(merchant)).identityStatus();
    const connection = toMerchantStatus(status, ctx.clock.now());
    const lacksCertificate = withoutCertificate.has(merchant.id);
    const hasFailedSync = failedSyncs.has(merchant.id);
    return {
      slug: merchant.slug,
      name: merchant.name,
      sid: merchant.sid,
      status: connection,
      state: toMerchantState(connection, { lacksCertificate, hasFailedSync }),
      attemptsUsed: attemptsUsed(status),
      lastReadAt: lastReads.get(merchant.id)?.toISOString() ?? null,
    };
  };
  return merchantsSchema.parse(await Promise.all(merchants.map((merchant) => limit(() => describe(merchant)))));
}
