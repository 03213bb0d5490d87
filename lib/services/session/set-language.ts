import { accountOperations } from "#lib/contract/account.ts";
import { parseInput } from "#lib/core/parse-input.ts";
import { setStaffLanguage } from "#lib/db/staff/staff.ts";
import type { ServiceContext } from "../context.ts";

/** Saves the account's display language, also for other browsers. Affects no other account. */
export async function setLanguage(ctx: ServiceContext, raw: unknown): Promise<void> {
  const { language } = parseInput(accountOperations.setLanguage.body, raw);
  await setStaffLanguage(ctx.db, ctx.staff.id, language);
}
