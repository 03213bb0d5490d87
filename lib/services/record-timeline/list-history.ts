import type { RelatedNotification, TimelineEntry } from "#lib/contract/notification.ts";
import type { ServiceContext } from "../context.ts";
import { ofAnswer, toTimelineEntries } from "./entries.ts";
import { findHistory, type HistoryOf } from "./find-history.ts";

type Question = Omit<HistoryOf, "notification"> & { notifications: readonly RelatedNotification[] };

/** Of a transaction or a payment: how its notifications were answered and forwarded, and the notes about all of them. */
export async function listHistory(ctx: ServiceContext, { notifications, ...of }: Question): Promise<TimelineEntry[]> {
  const answers = notifications.map(({ receivedAt, ...rest }) => ofAnswer({ ...rest, receivedAt: new Date(receivedAt) }));
  const found = await findHistory(ctx, { ...of, notification: notifications.map(({ id }) => id) });
  return toTimelineEntries([...answers, ...found]);
}
