import { recordAudit } from "#lib/db/audit/audit.ts";
import type { StaffRow } from "#lib/db/staff/staff.ts";
import type { SignInRequest } from "./signed-in.ts";

/** What was typed is not kept: people type passwords into the wrong box. */
export function recordRefusal(
  { db, vault, clock, peer }: Pick<SignInRequest, "db" | "vault" | "clock" | "peer">,
  person: StaffRow | undefined,
): Promise<void> {
  return recordAudit(
    { db, vault },
    {
      at: new Date(clock.now()),
      staffId: person?.id ?? null,
      actor: person?.email ?? "somebody unknown",
      act: "session.refused",
      peer,
    },
  );
}
