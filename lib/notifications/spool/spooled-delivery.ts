import { createHash } from "node:crypto";
import { z } from "zod";
import type { Message } from "#lib/core/text.ts";
import { storedEndpointSchema } from "../endpoints/stored-endpoint.ts";
import type { Delivery } from "../ports.ts";
import { hashSigned, toEvent } from "../receive/to-event.ts";
import { parseForm } from "../verification/form.ts";
import { toReadablePairs } from "../verification/readable-pairs.ts";
import { verifySignature } from "../verification/signature.ts";

const headSchema = z.object({
  id: z.uuid(),
  endpoint: storedEndpointSchema,
  headers: z.array(z.object({ name: z.string(), value: z.string() })),
  peer: z.string().nullable(),
  receivedAt: z.iso.datetime().transform((text) => new Date(text)),
  keyId: z.string().nullable(),
  /** Empty for a valid delivery. */
  reasons: z.array(z.string()).default([]),
  /** Not checked: sealed by us, and a text of another form must not keep an acknowledged delivery from being read. */
  rejection: z.custom<Message>().optional(),
  answer: z.object({ status: z.number(), body: z.string(), ms: z.number() }),
});

/** A valid delivery, or a genuine one that our rules rejected, as bytes: first what cannot be derived from the body, then the raw body. */
export function toSpooledBytes(delivery: Delivery): Buffer {
  const { id, endpoint, headers, peer, receivedAt, verification, answer, body } = delivery;
  const { keys: _keys, ...place } = endpoint;
  const { keyId, reasons, rejection } = verification;
  const head = { id, endpoint: place, headers, peer, receivedAt: receivedAt.toISOString(), keyId, reasons, rejection, answer };
  const text = Buffer.from(JSON.stringify(head));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(text.length);
  return Buffer.concat([length, text, body]);
}

/** Reads such bytes. The verification result from the time of receipt stays (docs/notifications.md, rule 24). Throws for other bytes. */
export function fromSpooledBytes(bytes: Buffer): Delivery {
  const headEnd = 4 + bytes.readUInt32BE(0);
  const { endpoint, keyId, reasons, rejection, ...head } = headSchema.parse(
    JSON.parse(bytes.subarray(4, headEnd).toString("utf8")),
  );
  const body = Buffer.from(bytes.subarray(headEnd));
  const pairs = parseForm(body) ?? [];
  const verdict = reasons.length === 0 ? "valid" : "invalid";
  return {
    ...head,
    endpoint: { ...endpoint, keys: [] },
    body,
    sha256: createHash("sha256").update(body).digest(),
    verification: { verdict, reasons, keyId, rejection },
    event: toEvent(toReadablePairs(pairs, verdict)),
    ...hashSigned(verifySignature(pairs, [])),
  };
}
