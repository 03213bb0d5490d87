import type { Notification, TimelineEntry } from "#lib/contract/notification.ts";
import { detailsOf, type Message } from "#lib/core/text.ts";
import { serviceText } from "#lib/services/texts.ts";

export type Entry = Pick<TimelineEntry, "tone"> & {
  at: Date;
  text: Message;
  /** Another notification that it is about. */
  id?: string | null;
  booked?: TimelineEntry["booked"];
  isTimeEstimated?: TimelineEntry["isTimeEstimated"];
};

/** What happened to a record as its page is sent it, oldest first. */
export function toTimelineEntries(entries: readonly Entry[]): TimelineEntry[] {
  return entries
    .toSorted((left, right) => left.at.getTime() - right.at.getTime())
    .map(({ at, tone, text, id = null, booked = null, isTimeEstimated }) => ({
      ...{ at: at.toISOString(), ...(isTimeEstimated && { isTimeEstimated }), tone, id, booked },
      text: text.message,
      textDetails: detailsOf(text) as TimelineEntry["textDetails"],
    }));
}

type Answered = { receivedAt: Date } & Pick<Notification, "answered" | "verdict" | "method">;

/** Our answer to a notification. Only a payment that the gateway itself told may be reversed without OK. */
export function ofAnswer({ receivedAt, answered: { status, body, ms }, verdict, method }: Answered): Entry {
  const isOk = status === 200;
  const mayBeReversed = !isOk && verdict === "valid" && method === "IPCPurchaseNotify";
  // What else was answered is among the checks of its page: the reasons, in words.
  const values = { answer: isOk ? `${status} ${body}` : String(status), ms: Math.round(ms) };
  return {
    at: new Date(receivedAt.getTime() + Math.ceil(ms)),
    text: mayBeReversed ? serviceText("timeline_answered_without_ok", values) : serviceText("timeline_answered", values),
    tone: isOk ? "success" : mayBeReversed ? "danger" : "neutral",
  };
}
