import { type NotificationDifference, notificationDifferenceSchema } from "#lib/contract/notification.ts";
import { notificationOperations } from "#lib/contract/notification-operations.ts";
import { parseInput } from "#lib/core/parse-input.ts";
import { openBody } from "#lib/db/deliveries/delivery-body.ts";
import { type DeliveryRow, isSameEvent } from "#lib/db/notifications/notifications.ts";
import { toPlainText } from "#lib/notifications/receive/to-event.ts";
import { type Pair, parseForm } from "#lib/notifications/verification/form.ts";
import { toReadablePairs } from "#lib/notifications/verification/readable-pairs.ts";
import type { Mask } from "#lib/privacy/mask.ts";
import { requireRole, type ServiceContext } from "../../context.ts";
import { maskFor } from "./mask-for.ts";
import { type DeliveryQuestion, requireDelivery } from "./require-delivery.ts";

type Row = NotificationDifference["fields"][number];

/** The differences between two deliveries: field by field by the decoded bytes, then the headers. Values are masked. */
export async function compareNotifications(
  ctx: ServiceContext,
  { input, ...question }: DeliveryQuestion & { input: unknown },
): Promise<NotificationDifference> {
  requireRole(ctx, notificationOperations.compareNotifications);
  const { row } = await requireDelivery(ctx, question);
  const { with: otherId } = parseInput(notificationOperations.compareNotifications.query, input);
  const { row: other } = await requireDelivery(ctx, { ...question, id: otherId });
  const [left, right] = [row, other].map((item) => toReadablePairs(parseForm(openBody(ctx.vault, item)) ?? [], item.verdict)) as [
    Pair[],
    Pair[],
  ];
  const fields = compareFields(left, right, maskFor(ctx));
  return notificationDifferenceSchema.parse({
    id: row.id,
    with: other.id,
    isSameBody: row.sha256.equals(other.sha256),
    isSameEvent: isSameEvent(row, other),
    isReordered: isReordered(left, right),
    fields,
    headers: compareHeaders(row, other),
  });
}

/** Names in the order of the first delivery, then those only in the second; repeated names are matched in order. */
function compareFields(left: readonly Pair[], right: readonly Pair[], mask: Mask): Row[] {
  const open = [...right];
  const rows = left.map((pair): Row => {
    const at = open.findIndex((other) => other.nameText === pair.nameText);
    const other = at < 0 ? undefined : open.splice(at, 1)[0];
    return toRow(pair, other, mask);
  });
  return [...rows, ...open.map((pair) => toRow(undefined, pair, mask))];
}

function toRow(left: Pair | undefined, right: Pair | undefined, mask: Mask): Row {
  const isSame = left !== undefined && right !== undefined && left.value.equals(right.value);
  const change = isSame ? "same" : left === undefined ? "added" : right === undefined ? "removed" : "changed";
  return { name: toPlainText((left ?? right)?.nameText ?? ""), left: shown(left, mask), right: shown(right, mask), change };
}

function shown(pair: Pair | undefined, mask: Mask): string | null {
  return pair === undefined ? null : mask(pair.nameText, toPlainText(pair.valueText)).value;
}

function isReordered(left: readonly Pair[], right: readonly Pair[]): boolean {
  const names = (pairs: readonly Pair[], others: readonly Pair[]) => {
    const known = new Set(others.map(({ nameText }) => nameText));
    return pairs.map(({ nameText }) => nameText).filter((name) => known.has(name));
  };
  return names(left, right).join("\n") !== names(right, left).join("\n");
}

function compareHeaders(left: DeliveryRow, right: DeliveryRow): Row[] {
  const names = [...new Set([...left.headers, ...right.headers].map(({ name }) => name))];
  const valueIn = ({ headers }: DeliveryRow, name: string) => headers.find((header) => header.name === name)?.value ?? null;
  return names.map((name) => {
    const [a, b] = [valueIn(left, name), valueIn(right, name)];
    return { name, left: a, right: b, change: a === b ? "same" : a === null ? "added" : b === null ? "removed" : "changed" };
  });
}
