import { accountOperations } from "#lib/contract/account.ts";
import { AppError } from "#lib/core/errors.ts";
import { parseInput } from "#lib/core/parse-input.ts";
import { recordAuditIn } from "#lib/db/audit/audit.ts";
import { setViewAs } from "#lib/db/staff/staff-sessions.ts";
import type { ServiceContext } from "../context.ts";

/**
 * Lets an administrator see the sandbox with the rights of a lower role until they end it or sign out; no role is ever raised.
 * Null, which everybody may send, returns to the own role.
 */
export async function viewAs(ctx: ServiceContext, { input, hasSandbox }: { input: unknown; hasSandbox: boolean }): Promise<void> {
  const { role } = parseInput(accountOperations.viewAs.body, input);
  const { id, email, sessionIdHash, ownRole = ctx.staff.role } = ctx.staff;
  if (role !== null && (ownRole !== "admin" || !hasSandbox)) throw new AppError("forbidden");
  await ctx.db.transaction(async (tx) => {
    await setViewAs(tx, sessionIdHash, role);
    const act = role === null ? "session.view_ended" : "session.view_begun";
    const detail = role === null ? {} : { role };
    const at = new Date(ctx.clock.now());
    await recordAuditIn(tx, ctx.vault, { at, staffId: id, actor: email, act, environment: "sandbox", detail, peer: ctx.peer });
  });
}
