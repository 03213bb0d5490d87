import { channelOperations } from "#lib/contract/alert-channel.ts";
import { AppError } from "#lib/core/errors.ts";
import { type Environment, isUuid } from "#lib/core/identifiers.ts";
import { deleteChannel, findTeamChannel } from "#lib/db/alerts/channels.ts";
import { requireEnvironment, requireRole, type ServiceContext } from "../../context.ts";
import { requireRecentAuthFor } from "../../require-recent-auth.ts";
import { recordChannelAudit } from "./channel-audit.ts";

/** Deletes a channel of the team with what waits for it. Needs a recent re-authentication. */
export async function deleteAlertChannel(
  ctx: ServiceContext,
  { environment, id }: { environment: Environment; id: string },
): Promise<void> {
  requireRole(ctx, channelOperations.deleteAlertChannel);
  requireEnvironment(ctx, environment);
  const row = isUuid(id) ? await findTeamChannel(ctx.db, environment, id) : undefined;
  if (!row) throw new AppError("not_found");
  requireRecentAuthFor(ctx, "alertChannels", environment);
  await ctx.db.transaction(async (tx) => {
    await deleteChannel(tx, row.id);
    await recordChannelAudit(ctx, { tx, row, act: "channel_deleted" });
  });
}
