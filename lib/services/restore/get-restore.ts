import { type Restore, restoreOperations, restoreSchema } from "#lib/contract/restore.ts";
import type { Environment } from "#lib/core/identifiers.ts";
import { detailsOf } from "#lib/core/text.ts";
import { findFence, readProgress } from "#lib/db/restore/fences.ts";
import { findName } from "#lib/db/staff/person-names.ts";
import { isUnlimitedAdmin, requireEnvironment, requireRole, type ServiceContext } from "../context.ts";

/** What a restore shut in the environment. Merchants are named to administrators of all of them. */
export async function getRestore(ctx: ServiceContext, environment: Environment): Promise<Restore> {
  requireRole(ctx, restoreOperations.getRestore);
  requireEnvironment(ctx, environment);
  const fence = await findFence(ctx.db, environment);
  if (!fence) return { fence: null };
  const { problems, assumed, ...progress } = await readProgress(ctx.db, fence);
  const shown = isUnlimitedAdmin(ctx.staff) ? problems : [];
  return restoreSchema.parse({
    fence: {
      restoredAt: fence.restoredAt.toISOString(),
      backupAt: fence.backupAt.toISOString(),
      guards: fence.guards,
      openedAt: fence.openedAt?.toISOString() ?? null,
      openedBy: fence.openedBy === null ? null : await findName(ctx.db, ctx.vault, fence.openedBy),
      ...progress,
      stopped: assumed,
      problems: shown.map(({ slug, name, problem }) => ({
        slug,
        name,
        message: problem?.message ?? "",
        messageDetails: problem ? detailsOf(problem) : undefined,
      })),
    },
  });
}
