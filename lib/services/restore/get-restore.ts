import { type Restore, restoreOperations, restoreSchema } from "#lib/contract/restore.ts";
import type { Environment } from "#lib/core/identifiers.ts";
import { detailsOf } from "#lib/core/text.ts";
import { type FenceProgress, findFence, readProgress } from "#lib/db/restore/fences.ts";
import { findName } from "#lib/db/staff/person-names.ts";
import { isUnlimitedAdmin, requireEnvironment, requireRole, type ServiceContext } from "../context.ts";

const nothing: FenceProgress = { read: 0, unread: 0, problems: [], unknownRefunds: 0, assumed: 0 };

/** What a restore shut in the environment. How far the work is, administrators of all merchants see. */
export async function getRestore(ctx: ServiceContext, environment: Environment): Promise<Restore> {
  requireRole(ctx, restoreOperations.getRestore);
  requireEnvironment(ctx, environment);
  const fence = await findFence(ctx.db, environment);
  if (!fence) return { fence: null };
  const isShown = isUnlimitedAdmin(ctx.staff);
  const { problems, assumed, ...progress } = isShown ? await readProgress(ctx.db, fence) : nothing;
  return restoreSchema.parse({
    fence: {
      restoredAt: fence.restoredAt.toISOString(),
      backupAt: fence.backupAt.toISOString(),
      guards: fence.guards,
      openedAt: fence.openedAt?.toISOString() ?? null,
      openedBy: fence.openedBy === null ? null : await findName(ctx.db, ctx.vault, fence.openedBy),
      ...progress,
      stopped: assumed,
      problems: problems.map(({ slug, name, problem }) => ({
        slug,
        name,
        message: problem?.message ?? "",
        messageDetails: problem ? detailsOf(problem) : undefined,
      })),
    },
  });
}
