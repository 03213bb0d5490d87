import type { z } from "zod";
import { type releaseSchema, restoreOperations } from "#lib/contract/restore.ts";
import type { Environment } from "#lib/core/identifiers.ts";
import { parseInput } from "#lib/core/parse-input.ts";
import { recordAudit } from "#lib/db/audit/audit.ts";
import { findMerchantsById } from "#lib/db/merchants/merchants.ts";
import { countReleasable, listReleasable } from "#lib/db/restore/releasable.ts";
import type { Gateway } from "#lib/gateway/gateway.ts";
import { requireEnvironment, requireRecentAuth, requireRole, type ServiceContext } from "../context.ts";
import { isException } from "../merchants/identity-state.ts";

type Release = z.infer<typeof releaseSchema>;
type Request = { environment: Environment; input: unknown };
type Guard = Pick<Gateway, "identityStatus" | "tryOnceMore">;

const budgetMs = 15_000;
const batch = 20;
const rule =
  "After a restore without a journal: two sign-ins may have failed since the backup. An administrator may send one attempt with credentials that have worked before, and the next only after it succeeded.";

/**
 * Signs in with the integration, then with one proven merchant after another: each success ends what the gateway may have
 * counted and releases the next, and the first failure ends the series (docs/lockout.md, rule 18). For an administrator of all
 * merchants with a recent re-authentication; each attempt has its audit row before it is sent.
 */
export async function releaseRestored(ctx: ServiceContext, { environment, input }: Request): Promise<Release> {
  requireRole(ctx, restoreOperations.releaseRestored);
  requireEnvironment(ctx, environment);
  parseInput(restoreOperations.releaseRestored.body, input);
  requireRecentAuth(ctx);
  const until = ctx.clock.monotonic() + budgetMs;
  const end = async (released: number, failed: string | null) => ({
    released,
    failed,
    left: await countReleasable(ctx.db, environment),
  });
  const integration = await ctx.gateways.integration(environment);
  if (!(await release(ctx, integration, { environment, half: "token" }))) return end(0, "integration");
  let released = 0;
  while (ctx.clock.monotonic() < until) {
    const merchants = await findMerchantsById(ctx.db, await listReleasable(ctx.db, environment, batch));
    if (merchants.length === 0) break;
    for (const merchant of merchants) {
      const guard = await ctx.gateways.forMerchant(merchant);
      if (!(await release(ctx, guard, { environment, half: "session", merchant: merchant.slug }))) {
        return end(released, merchant.slug);
      }
      released += 1;
      if (ctx.clock.monotonic() > until) break;
    }
  }
  return end(released, null);
}

type Place = { environment: Environment; half: "token" | "session"; merchant?: string };

/** False when it did not sign in; true also when there is nothing to release. */
async function release(ctx: ServiceContext, guard: Guard, { environment, half, merchant }: Place): Promise<boolean> {
  const status = await guard.identityStatus();
  if (status.stop?.cause !== "restored" || !isException(status)) return half === "token";
  await recordAudit(ctx, {
    at: new Date(ctx.clock.now()),
    staffId: ctx.staff.id,
    actor: ctx.staff.email,
    act: "guard.exception_used",
    environment,
    ...(merchant === undefined ? {} : { merchant }),
    target: half,
    detail: { rule },
    peer: ctx.peer,
  });
  const { outcome } = await guard.tryOnceMore("release");
  return outcome === "signed_in";
}
