import { anchorChain } from "#lib/db/audit/audit-anchors.ts";
import type { ServiceContext } from "../context.ts";
import { signStatement } from "./sign-statement.ts";

/** Signs the current end of the audit chain; run by a job, so it has no account. */
export async function anchorAudit({ db, vault, clock }: Pick<ServiceContext, "db" | "vault" | "clock">): Promise<void> {
  await anchorChain(db, { at: new Date(clock.now()), sign: (statement) => signStatement(vault, statement) });
}
