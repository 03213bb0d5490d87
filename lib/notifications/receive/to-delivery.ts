import { createHash, randomBytes } from "node:crypto";
import { toUuid } from "#lib/core/uuid.ts";
import type { Delivery, NotifyEndpoint } from "../ports.ts";
import { explainRules } from "../verification/explain.ts";
import { parseForm } from "../verification/form.ts";
import { isGenuineRefused } from "../verification/genuine-refused.ts";
import { toReadablePairs } from "../verification/readable-pairs.ts";
import { verifyNotification } from "../verification/verify.ts";
import { storedHeaders } from "./stored-headers.ts";
import { hashSigned, toEvent } from "./to-event.ts";

/** A delivery before the response is known. */
export type VerifiedDelivery = Omit<Delivery, "answer">;

export type Circumstances = {
  header(name: string): string | null | undefined;
  peer: string | null;
  receivedAt: Date;
};

/** The body verified with the endpoint's current keys and rules, with everything derived from it. */
export function toDelivery(
  body: Buffer,
  endpoint: NotifyEndpoint,
  { header, peer, receivedAt }: Circumstances,
): VerifiedDelivery {
  return {
    id: createTimeOrderedId(receivedAt.getTime()),
    body,
    sha256: createHash("sha256").update(body).digest(),
    headers: storedHeaders(header),
    peer,
    receivedAt,
    ...deriveFromBody(body, endpoint),
  };
}

/** Everything that can be rebuilt from the raw bytes (docs/notifications.md, rule 21). */
export function deriveFromBody(
  body: Uint8Array,
  endpoint: NotifyEndpoint,
): Pick<Delivery, "endpoint" | "verification" | "event" | "signedHash" | "eventHash"> {
  const pairs = parseForm(body);
  const rules = { ...endpoint, entryPoint: "notify" as const };
  const { verdict, reasons, keyId, form } = verifyNotification(pairs ?? [], rules);
  const verification = pairs ? { verdict, reasons, keyId } : { verdict: "invalid" as const, reasons: ["pairs"], keyId: null };
  const event = toEvent(toReadablePairs(pairs ?? [], verification.verdict));
  const rejection = isGenuineRefused({ verification, event }) ? explainRules({ reasons, form }, rules) : undefined;
  return { endpoint, verification: { ...verification, rejection }, event, ...hashSigned(form) };
}

/** A UUID of version 7: ids sort by their creation time in milliseconds. `chance`: 16 bytes, of which those of the time are replaced. */
export function createTimeOrderedId(atMs: number, chance: Uint8Array = randomBytes(16)): string {
  const bytes = Buffer.from(chance.subarray(0, 16));
  bytes.writeUIntBE(atMs, 0, 6);
  return toUuid(bytes, 7);
}
