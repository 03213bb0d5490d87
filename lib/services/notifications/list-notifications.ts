import { z } from "zod";
import { type NotificationPage, notificationPageSchema } from "#lib/contract/notification.ts";
import { notificationOperations } from "#lib/contract/notification-operations.ts";
import { contractText } from "#lib/contract/texts.ts";
import { AppError } from "#lib/core/errors.ts";
import { type Environment, normaliseIdentifier } from "#lib/core/identifiers.ts";
import { parseInput } from "#lib/core/parse-input.ts";
import { toSearchWords } from "#lib/core/search-words.ts";
import { hashIdentifier } from "#lib/db/deliveries/delivery-derived.ts";
import { type DeliveryFilter, type DeliveryKey, listDeliveries } from "#lib/db/notifications/notifications.ts";
import type { DeliverySearch } from "#lib/db/search/notification-search.ts";
import { findSlugs, requireRole, type ServiceContext, scopeOf } from "../context.ts";
import { findZone } from "../environments/find-zone.ts";
import { alertScope } from "../merchants/alert-scope.ts";
import { groupScope } from "../merchants/group-scope.ts";
import { loadTags } from "../tags/load-tags.ts";
import { toTagMark } from "../tags/tag-mark.ts";
import { toTimeRange } from "../transactions/time-range.ts";
import { describeDeliveries } from "./internal/describe-deliveries.ts";
import { findSalesNow } from "./reconciliation/ledger-reversals.ts";

type Question = { environment: Environment; merchant: string | null; input: unknown };

/** The notification log of one merchant, or of all this account may see; newest first. */
export async function listNotifications(
  ctx: ServiceContext,
  { environment, merchant, input }: Question,
): Promise<NotificationPage> {
  requireRole(ctx, notificationOperations.listNotifications);
  const { limit, ...filter } = await toDeliveryFilter(ctx, { environment, merchant, input });
  const rows = await listDeliveries(ctx.db, { ...filter, limit: limit + 1 });
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const slugs = await findSlugs(
    ctx,
    shown.map(({ merchantId }) => merchantId),
  );
  const [items, sales, tags] = await Promise.all([
    describeDeliveries(ctx.db, shown, slugs),
    findSalesNow(ctx, environment, shown),
    loadTags(
      ctx,
      environment,
      shown.map(({ merchantId, id }) => ({ merchantId, subject: "notification", subjectKey: id })),
    ),
  ]);
  return notificationPageSchema.parse({
    items: items.map((item, index) => ({
      ...item,
      givenBack: item.givenBack ?? sales.get(item.id)?.reversal ?? null,
      returned: sales.get(item.id)?.returned,
      tags: tags[index],
    })),
    nextCursor: rows.length > limit && last ? toCursor(last) : null,
    asOf: new Date(ctx.clock.now()).toISOString(),
  });
}

/** What the list's filters select, for what counts the same rows. */
export async function toDeliveryFilter(ctx: ServiceContext, { environment, merchant, input }: Question): Promise<DeliveryFilter> {
  const {
    limit,
    cursor,
    q,
    from,
    to,
    merchant: only,
    group,
    alert,
    tag,
    ...filters
  } = parseInput(notificationOperations.listNotifications.query, input);
  const visible = await scopeOf(ctx, environment, merchant ?? only);
  const scope = await groupScope(ctx, await alertScope(ctx, visible, alert), group);
  const range = toTimeRange({ from, to }, await findZone(ctx, environment));
  return {
    ...filters,
    ...scope,
    limit,
    tag: toTagMark(ctx.vault, tag),
    from: range.from,
    before: range.before,
    search: q ? toSearch(ctx, q) : undefined,
    after: cursor === undefined ? undefined : readCursor(cursor),
  };
}

function toSearch({ vault }: ServiceContext, q: string): DeliverySearch {
  const value = normaliseIdentifier(q);
  return { value, hashed: hashIdentifier(vault, value), words: toSearchWords([q]) };
}

const keySchema = z.tuple([z.int().min(0).max(8.64e15), z.int().min(0)]);

function toCursor({ receivedAt, seq }: DeliveryKey): string {
  return Buffer.from(JSON.stringify([receivedAt.getTime(), seq])).toString("base64url");
}

function readCursor(cursor: string): DeliveryKey {
  const { success, data } = keySchema.safeParse(parseJson(Buffer.from(cursor, "base64url").toString("latin1")));
  if (success) return { receivedAt: new Date(data[0]), seq: data[1] };
  throw new AppError("invalid_input", { fields: [{ field: "cursor", ...contractText("cursor_unknown") }] });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
