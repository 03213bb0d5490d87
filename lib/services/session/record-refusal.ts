import { nameText } from "#lib/core/given-name.ts";
import { recordAudit } from "#lib/db/audit/audit.ts";
import type { StaffRow } from "#lib/db/staff/staff.ts";
import type { SignInRequest } from "./signed-in.ts";

/** The input is not stored: users may type a password into the wrong field. */
export function recordRefusal(
  { db, vault, clock, peer }: Pick<SignInRequest, "db" | "vault" | "clock" | "peer">,
  person: StaffRow | undefined,
): Promise<void> {
  return recordAudit(
    { db, vault },
    {
      at: new Date(clock.now()),
      staffId: person?.id ?? null,
      actor: person?.email ?? nameText.english.name_unknown,
      act: "session.refused",
      peer,
    },
  );
}
