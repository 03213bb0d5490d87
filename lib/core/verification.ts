/** Results of the signature and field-order check, as search and lookups show them. */
export const verifications = ["verified", "rejected", "not_verified"] as const;
/** Verification results of a notification that only mentions a number. */
export const unverifiedKinds = ["rejected", "not_verified"] as const;
export type Verification = (typeof verifications)[number];

type VerifiedEvent = { id: string; eventId: string; verdict: string; conflict: boolean };

/** Another reading of a signed text is not what was verified first, so it proves nothing. */
export function toVerification({ id, eventId, verdict, conflict }: VerifiedEvent): Verification {
  if (verdict === "invalid") return "rejected";
  return verdict === "valid" && (id === eventId || !conflict) ? "verified" : "not_verified";
}

/** Whether it only mentions a number: an unverified notification proves nothing about a payment. */
export function isMention({ verification = "verified" }: { verification?: Verification | undefined }): boolean {
  return verification !== "verified";
}
