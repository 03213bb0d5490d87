import { type EndpointDryRun, endpointDryRunOperations, endpointDryRunSchema } from "#lib/contract/endpoint-dry-run.ts";
import { AppError } from "#lib/core/errors.ts";
import { parseInput } from "#lib/core/parse-input.ts";
import { openBody } from "#lib/db/deliveries/delivery-body.ts";
import { createEndpointSource } from "#lib/db/endpoints/endpoints.ts";
import { readStoredBodies, type StoredBody } from "#lib/db/endpoints/field-order-evidence.ts";
import { countDeleted, listRecentIds } from "#lib/db/endpoints/recent-deliveries.ts";
import type { NotifyEndpoint } from "#lib/notifications/ports.ts";
import { deriveFromBody } from "#lib/notifications/receive/to-delivery.ts";
import type { Verdict } from "#lib/notifications/verification/verify.ts";
import { maskCardNumbers } from "#lib/privacy/mask.ts";
import { VaultError } from "#lib/vault/aead.ts";
import { requireRole, type ServiceContext } from "../context.ts";
import { toNotifyEndpoint } from "../notifications/internal/endpoint-rules.ts";
import { toChangedEndpoint } from "./changed-endpoint.ts";
import { type EndpointPlace, requireEndpoint } from "./require-endpoint.ts";

const checkedMax = 500;
const listedMax = 100;

type Verified = { row: StoredBody; now: Verdict; after: Verdict; reasons: readonly string[] };

/**
 * Verifies the endpoint's last 500 deliveries twice, as the receiver would if they arrived now: with today's keys and rules,
 * and with those after a change. Changes nothing. The work is bounded, and yields to other requests.
 */
export async function dryRunEndpoint(
  ctx: ServiceContext,
  { input, ...place }: EndpointPlace & { input: unknown },
): Promise<EndpointDryRun> {
  requireRole(ctx, endpointDryRunOperations.dryRunEndpoint);
  const { endpoint } = await requireEndpoint(ctx, place);
  const change = parseInput(endpointDryRunOperations.dryRunEndpoint.body, input);
  const stored = await createEndpointSource(ctx).findOne(endpoint.id);
  if (!stored) throw new AppError("not_found");
  const atMs = ctx.clock.now();
  const current = toNotifyEndpoint(stored, { atMs });
  const changed = toChangedEndpoint(stored, change, { atMs });
  const ids = await listRecentIds(ctx.db, endpoint.id, checkedMax);
  const deleted = await countDeleted(ctx.db, endpoint.id, checkedMax - ids.length);
  const verified: Verified[] = [];
  let found = 0;
  for await (const row of readStoredBodies(ctx.db, ids)) {
    found += 1;
    const item = verifyTwice(ctx, row, { current, changed });
    if (item) verified.push(item);
  }
  const counts = { deleted: deleted + ids.length - found, unreadable: found - verified.length };
  return endpointDryRunSchema.parse({ ...summarize(verified), ...counts });
}

/** Undefined when the stored body was damaged. */
function verifyTwice(
  { vault }: ServiceContext,
  row: StoredBody,
  { current, changed }: { current: NotifyEndpoint; changed: NotifyEndpoint },
): Verified | undefined {
  try {
    const body = openBody(vault, row);
    const { verdict: now } = deriveFromBody(body, current).verification;
    const { verdict: after, reasons } = deriveFromBody(body, changed).verification;
    return { row, now, after, reasons };
  } catch (error) {
    if (error instanceof VaultError) return undefined;
    throw error;
  }
}

function summarize(verified: readonly Verified[]): Omit<EndpointDryRun, "deleted" | "unreadable"> {
  const newestFirst = verified.toSorted((a, b) => b.row.receivedAt.getTime() - a.row.receivedAt.getTime());
  const validNow = newestFirst.filter(({ now }) => now === "valid");
  const validAfter = newestFirst.filter(({ after }) => after === "valid");
  const others = newestFirst.filter(({ after }) => after !== "valid");
  const changing = newestFirst.filter(({ now, after }) => (now === "valid") !== (after === "valid"));
  const [lastOther, firstOther] = [others[0]?.row.receivedAt, others.at(-1)?.row.receivedAt];
  const firstValid = validAfter.at(-1)?.row.receivedAt;
  const isOlder = lastOther !== undefined && firstValid !== undefined && lastOther < firstValid;
  return {
    checked: verified.length,
    validNow: validNow.length,
    validAfter: validAfter.length,
    others:
      lastOther && firstOther
        ? { count: others.length, firstAt: firstOther.toISOString(), lastAt: lastOther.toISOString(), isOlder }
        : null,
    firstValidAt: firstValid?.toISOString() ?? null,
    lost: changing.filter(({ now }) => now === "valid").length,
    gained: changing.filter(({ after }) => after === "valid").length,
    isNewestLost: validNow[0] !== undefined && validNow[0].after !== "valid",
    items: changing.slice(0, listedMax).map(toItem),
  };
}

function toItem({ row, now, after, reasons }: Verified): EndpointDryRun["items"][number] {
  const { id, receivedAt, method, orderId, amountMinor, currency } = row;
  return {
    ...{ id, method, amountMinor, currency, now, after, reasons: [...reasons] },
    receivedAt: receivedAt.toISOString(),
    orderId: orderId === null ? null : maskCardNumbers(orderId),
  };
}
