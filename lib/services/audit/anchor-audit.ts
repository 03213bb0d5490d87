import { anchorChain } from "#lib/db/audit/audit-anchors.ts";
import type { ServiceContext } from "../context.ts";
import { signStatement } from "./sign-statement.ts";

/**
 * Signs the current end of the audit chain; run by a job, so it has no account. The end is logged as well: where the log is
 * collected elsewhere, whoever rewrites the whole chain here is found out.
 */
export async function anchorAudit(ctx: Pick<ServiceContext, "db" | "vault" | "clock" | "log">): Promise<void> {
  const { db, vault, clock, log } = ctx;
  const signed = await anchorChain(db, { at: new Date(clock.now()), sign: (statement) => signStatement(vault, statement) });
  if (signed) log.info({ lastId: signed.lastId, lastHash: signed.lastHash }, "The audit log was signed");
}
