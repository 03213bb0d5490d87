import { accountOperations } from "#lib/contract/account.ts";
import { parseInput } from "#lib/core/parse-input.ts";
import { setStaffLanguage } from "#lib/db/staff/staff.ts";
import type { ServiceContext } from "../context.ts";

/** Keeps the language the person wants to read, for the next browser they sign in with. Changes nothing anybody else sees. */
export async function setLanguage(ctx: ServiceContext, raw: unknown): Promise<void> {
  const { language } = parseInput(accountOperations.setLanguage.body, raw);
  await setStaffLanguage(ctx.db, ctx.staff.id, language);
}
