import { createHmac, randomBytes } from "node:crypto";

const secretPrefix = "whsec_";
const secretBytes = 32;

export function createWebhookSecret(): string {
  return secretPrefix + randomBytes(secretBytes).toString("base64");
}

type Signed = { secret: string; id: string; at: Date; body: string };

/** The headers of the Standard Webhooks specification: the receiver checks origin and age, and knows a repetition by its id. */
export function signWebhook({ secret, id, at, body }: Signed): Record<string, string> {
  const seconds = Math.floor(at.getTime() / 1_000);
  const key = Buffer.from(secret.slice(secretPrefix.length), "base64");
  const signature = createHmac("sha256", key).update(`${id}.${seconds}.${body}`).digest("base64");
  return { "webhook-id": id, "webhook-timestamp": String(seconds), "webhook-signature": `v1,${signature}` };
}
