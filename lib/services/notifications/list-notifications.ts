import { listNotificationsInput, type NotificationPage, notificationPageSchema } from "../../contract/notification.ts";
import { AppError } from "../../core/errors.ts";
import { type Environment, normaliseIdentifier } from "../../core/identifiers.ts";
import { parseInput } from "../../core/parse-input.ts";
import { endOfDay, startOfDay } from "../../core/zoned-time.ts";
import { listDeliveries } from "../../store/notifications.ts";
import { requireMerchant, requireRole, type ServiceContext, visibleMerchants } from "../context.ts";
import { findZone } from "../environments/find-zone.ts";
import { toNotification } from "./to-notification.ts";

type Question = { environment: Environment; merchant: string | null; input: unknown };

/** The received log of one merchant, or of all this person may see; newest first. */
export async function listNotifications(
  ctx: ServiceContext,
  { environment, merchant, input }: Question,
): Promise<NotificationPage> {
  requireRole(ctx, "viewer");
  const merchants =
    merchant === null ? await visibleMerchants(ctx, environment) : [await requireMerchant(ctx, environment, merchant)];
  const { limit, cursor, q, from, to, ...filters } = parseInput(listNotificationsInput, input);
  const zone = await findZone(ctx, environment);
  const slugs = new Map(merchants.map(({ id, slug }) => [id, slug]));
  const rows = await listDeliveries(ctx.db, {
    ...filters,
    environment,
    merchantIds: [...slugs.keys()],
    limit: limit + 1,
    ...(from === undefined ? {} : { from: toInstant(from, (day) => startOfDay(day, zone)) }),
    ...(to === undefined ? {} : { to: toInstant(to, (day) => endOfDay(day, zone)) }),
    ...(q ? { identifier: { value: normaliseIdentifier(q), hashed: ctx.vault.hash(normaliseIdentifier(q)) } } : {}),
    ...(cursor === undefined ? {} : { beforeSeq: readCursor(cursor) }),
  });
  const shown = rows.slice(0, limit);
  return notificationPageSchema.parse({
    items: shown.map((row) => toNotification(row, slugs.get(row.merchantId) ?? "")),
    nextCursor: rows.length > limit ? Buffer.from(String(shown.at(-1)?.seq)).toString("base64url") : null,
    asOf: new Date(ctx.clock.now()).toISOString(),
  });
}

function toInstant(text: string, ofDay: (day: string) => Date): Date {
  return /^\d{4}-\d\d-\d\d$/.test(text) ? ofDay(text) : new Date(text);
}

function readCursor(cursor: string): number {
  const text = Buffer.from(cursor, "base64url").toString("latin1");
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new AppError("invalid_input", { fields: [{ field: "cursor", message: "This cursor is not one of ours." }] });
}
