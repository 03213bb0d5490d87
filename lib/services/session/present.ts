import { sessionOperations } from "#lib/contract/session.ts";
import { parseInput } from "#lib/core/parse-input.ts";
import { recordAuditIn } from "#lib/db/audit/audit.ts";
import { setPresenting } from "#lib/db/staff/staff-sessions.ts";
import type { ServiceContext } from "../context.ts";

/** Starts or ends showing this session on a shared screen: no personal data is shown until it ends. */
export async function present(ctx: ServiceContext, raw: unknown): Promise<void> {
  const { on } = parseInput(sessionOperations.present.body, raw);
  const { id, email, sessionIdHash } = ctx.staff;
  await ctx.db.transaction(async (tx) => {
    await setPresenting(tx, sessionIdHash, on);
    const act = on ? "presentation.begun" : "presentation.ended";
    await recordAuditIn(tx, ctx.vault, { at: new Date(ctx.clock.now()), staffId: id, actor: email, act, peer: ctx.peer });
  });
}
