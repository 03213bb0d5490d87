import type { Reverified } from "#lib/contract/notification.ts";
import { notificationOperations } from "#lib/contract/notification-operations.ts";
import { contractText } from "#lib/contract/texts.ts";
import { AppError } from "#lib/core/errors.ts";
import type { Environment } from "#lib/core/identifiers.ts";
import { parseInput } from "#lib/core/parse-input.ts";
import { rebuildDelivery } from "#lib/db/deliveries/rebuild-delivery.ts";
import { findEndpointsVersion } from "#lib/db/endpoints/endpoints.ts";
import { publishLive } from "#lib/db/events/events.ts";
import {
  type DeliveryRow,
  listRefusedRollbacks,
  listUnverified,
  toUnverifiedKey,
  type UnverifiedKey,
  unverifiedKinds,
} from "#lib/db/notifications/notifications.ts";
import { serviceText } from "#lib/services/texts.ts";
import { VaultError } from "#lib/vault/aead.ts";
import { requireMerchant, requireRole, type ServiceContext } from "../context.ts";
import { parseCursor, toCursor as toKeysetCursor } from "../transactions/keyset-cursor.ts";
import { findEndpointNow } from "./internal/endpoint-rules.ts";
import { outcomes } from "./internal/outcomes.ts";
import { auditDelivery, type DeliveryQuestion, requireDelivery } from "./internal/require-delivery.ts";

const atOnceMax = 200;
const rollbacksMax = 1_000;

/**
 * Verifies a stored delivery again with today's keys and rules. A valid one stays valid; one that becomes valid changes no
 * payment, since it never got an OK (docs/notifications.md, rule 21).
 */
export async function reverifyNotification(ctx: ServiceContext, question: DeliveryQuestion): Promise<Reverified> {
  requireRole(ctx, notificationOperations.reverifyNotification);
  const { row } = await requireDelivery(ctx, question);
  const isValid = await reverify(ctx, row);
  const outcome = (isValid ? outcomes.valid : outcomes.notValid).message;
  await auditDelivery(ctx, question, { act: "notification.reverified", detail: { outcome } });
  return { verified: 1, nowValid: isValid && row.verdict !== "valid" ? 1 : 0, hasMore: false, nextCursor: null };
}

/**
 * The same for a merchant's deliveries that are not valid, at most 200 in one call; each call continues after the one before, and
 * begins anew where keys or rules changed since: what was read may be valid now.
 */
export async function reverifyMerchant(
  ctx: ServiceContext,
  { environment, merchant: slug, input }: { environment: Environment; merchant: string; input: unknown },
): Promise<Reverified> {
  requireRole(ctx, notificationOperations.reverifyNotifications);
  const merchant = await requireMerchant(ctx, environment, slug);
  const { cursor } = parseInput(notificationOperations.reverifyNotifications.body, input);
  const version = await findEndpointsVersion(ctx.db, merchant.id);
  const after = cursor === undefined ? undefined : readCursor(cursor, version);
  const rows = await listUnverified(ctx.db, { merchantId: merchant.id, after, limit: atOnceMax + 1 });
  const asked = rows.slice(0, atOnceMax);
  // As it is before: what becomes valid is of no kind any more.
  const last = asked.at(-1);
  const nextCursor = rows.length > atOnceMax && last ? toCursor(last, version) : null;
  const { verified, nowValid } = await reverifyAll(ctx, asked);
  await auditDelivery(
    ctx,
    { environment, merchant: merchant.slug, id: merchant.slug },
    { act: "notification.reverified", detail: { outcome: `${nowValid} of ${verified} are valid now` } },
  );
  return { verified, nowValid, hasMore: nextCursor !== null, nextCursor };
}

const list = "unverified";

function toCursor(row: DeliveryRow, version: string): string {
  const { kind, receivedAt, seq } = toUnverifiedKey(row);
  return toKeysetCursor({ occurredAt: receivedAt, id: `${kind} ${seq} ${version}`, merchantId: row.merchantId }, list);
}

/** Undefined for one of another version. */
function readCursor(text: string, version: string): UnverifiedKey | undefined {
  const { occurredAt, id } = parseCursor(text, list);
  const [name, seq, versionThen] = id.split(" ");
  const kind = unverifiedKinds.find((known) => known === name);
  const isKnown = kind && Number.isSafeInteger(Number(seq));
  if (isKnown) return versionThen === version ? { kind, receivedAt: occurredAt, seq: Number(seq) } : undefined;
  throw new AppError("invalid_input", { fields: [{ field: "cursor", ...contractText("cursor_unknown") }] });
}

/**
 * The same for an endpoint's newest genuine Rollbacks that our rules rejected, at most 1,000: once their order is accepted, a
 * resent payment notification must not count without its Rollback.
 */
export async function reverifyRollbacks(
  ctx: ServiceContext,
  { id, merchantId }: { id: string; merchantId: string },
): Promise<void> {
  const rows = await listRefusedRollbacks(ctx.db, { merchantId, endpointId: id, limit: rollbacksMax });
  await reverifyAll(ctx, rows);
}

/** One whose stored body was damaged stays what it is, and holds up no other. */
async function reverifyAll(ctx: ServiceContext, rows: readonly DeliveryRow[]): Promise<{ verified: number; nowValid: number }> {
  const done = { verified: 0, nowValid: 0 };
  for (const row of rows) {
    try {
      if (await reverify(ctx, row)) done.nowValid += 1;
      done.verified += 1;
    } catch (cause) {
      if (!(cause instanceof VaultError)) throw cause;
    }
  }
  return done;
}

/** Whether it is valid now. */
async function reverify(ctx: ServiceContext, row: DeliveryRow): Promise<boolean> {
  const endpoint = await findEndpointNow(ctx, row.endpointId, { atMs: ctx.clock.now() });
  if (!endpoint) throw new AppError("conflict", { message: serviceText("endpoint_gone") });
  const { verdict } = await rebuildDelivery(ctx.db, ctx.vault, { row, endpoint });
  if (verdict === row.verdict) return verdict === "valid";
  const { id, environment, merchantId, method } = row;
  await publishLive(ctx.db, { environment, merchantId, type: "notification", data: { id, method, verdict } });
  return verdict === "valid";
}
