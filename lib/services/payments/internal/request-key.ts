import { createHash } from "node:crypto";
import { idempotencyKeySchema } from "#lib/contract/payment.ts";
import { AppError } from "#lib/core/errors.ts";
import { issueMessage } from "#lib/core/issue-message.ts";

/** Throws `idempotency_key_missing`, or `invalid_input` for an invalid key. */
export function requireKey(header: string | null): string {
  if (header === null || header.trim() === "") throw new AppError("idempotency_key_missing");
  const key = idempotencyKeySchema.safeParse(header);
  if (key.success) return key.data;
  const fields = key.error.issues.slice(0, 1).map((issue) => ({ field: "Idempotency-Key", ...issueMessage(issue) }));
  throw new AppError("invalid_input", { fields });
}

/** Equal for equal requests, whatever the order of their members. */
export function hashRequest(request: unknown): string {
  return createHash("sha256")
    .update(JSON.stringify(sorted(request)) ?? "")
    .digest("base64url");
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).filter(([, member]) => member !== undefined);
  return entries.sort(([one], [other]) => (one < other ? -1 : 1)).map(([name, member]) => [name, sorted(member)]);
}
