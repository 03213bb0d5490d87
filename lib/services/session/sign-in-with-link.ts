import { sessionOperations } from "#lib/contract/session.ts";
import { AppError } from "#lib/core/errors.ts";
import { parseInput } from "#lib/core/parse-input.ts";
import { spendInvitation } from "#lib/db/staff/invitations.ts";
import { findStaffByEmail } from "#lib/db/staff/staff.ts";
import { hashLinkToken } from "../staff/links.ts";
import { openSessionIn } from "./open-session.ts";
import { type SignedIn, type SignInRequest, toSignedIn } from "./signed-in.ts";

/**
 * A session for the seeded account of the link that `npm start` printed. Throws `link_closed` for one that was used, is older
 * than ten minutes or never existed, and for an account that is disabled or has a second factor by now.
 */
export async function signInWithLink(request: SignInRequest, raw: unknown): Promise<SignedIn> {
  const { token } = parseInput(sessionOperations.signInWithLink.body, raw);
  const { db, vault } = request;
  return db.transaction(async (tx) => {
    const link = await spendInvitation(tx, vault, hashLinkToken(token));
    if (link?.kind !== "sandbox" || link.email === null) throw new AppError("link_closed");
    const person = await findStaffByEmail(tx, vault, link.email);
    if (!person?.seeded || person.disabledAt || person.totp !== null) throw new AppError("link_closed");
    return toSignedIn(await openSessionIn(tx, request, person, { by: "link", hasSecondFactor: false }), person);
  });
}
