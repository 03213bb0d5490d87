import { setStaffLanguage } from "#lib/db/staff/staff.ts";
import { accountOperations } from "../../contract/account.ts";
import { parseInput } from "../../core/parse-input.ts";
import type { ServiceContext } from "../context.ts";

/** Keeps the language the person wants to read, for the next browser they sign in with. Changes nothing anybody else sees. */
export async function setLanguage(ctx: ServiceContext, raw: unknown): Promise<void> {
  const { language } = parseInput(accountOperations.setLanguage.body, raw);
  await setStaffLanguage(ctx.db, ctx.staff.id, language);
}
