import { createHash } from "node:crypto";
import { explainRules } from "./explain.ts";
import { parseForm } from "./form.ts";
import { isGenuineRefused } from "./genuine-refused.ts";
import { keptHeaders } from "./kept-headers.ts";
import type { Delivery, NotifyEndpoint } from "./ports.ts";
import { toReadablePairs } from "./readable-pairs.ts";
import { createTimeOrderedId } from "./time-ordered-id.ts";
import { hashSigned, toEvent } from "./to-event.ts";
import { judge } from "./verdict.ts";

/** A delivery before it is answered. */
export type JudgedDelivery = Omit<Delivery, "answer">;

export type Circumstances = {
  header(name: string): string | null | undefined;
  peer: string | null;
  receivedAt: Date;
};

/** The body judged by the endpoint's keys and rules as they are now, with everything that is derived from it. */
export function toDelivery(body: Buffer, endpoint: NotifyEndpoint, { header, peer, receivedAt }: Circumstances): JudgedDelivery {
  return {
    id: createTimeOrderedId(receivedAt.getTime()),
    body,
    sha256: createHash("sha256").update(body).digest(),
    headers: keptHeaders(header),
    peer,
    receivedAt,
    ...deriveFromBody(body, endpoint),
  };
}

/** All that can be rebuilt from the raw bytes (docs/notifications.md, rule 21). */
export function deriveFromBody(
  body: Uint8Array,
  endpoint: NotifyEndpoint,
): Pick<Delivery, "endpoint" | "judgement" | "event" | "signedHash" | "eventHash"> {
  const pairs = parseForm(body);
  const rules = { ...endpoint, door: "notify" as const };
  const { verdict, reasons, keyId, form } = judge(pairs ?? [], rules);
  const judgement = pairs ? { verdict, reasons, keyId } : { verdict: "invalid" as const, reasons: ["pairs"], keyId: null };
  const event = toEvent(toReadablePairs(pairs ?? [], judgement.verdict));
  const rejection = isGenuineRefused({ judgement, event }) ? explainRules({ reasons, form }, rules) : undefined;
  return { endpoint, judgement: { ...judgement, rejection }, event, ...hashSigned(form) };
}
