import { NextIntlClientProvider } from "next-intl";
import { Suspense } from "react";
import { renderToReadableStream } from "react-dom/server";
import { expect, test } from "vitest";
import type { RelatedNotification, TimelineEntry } from "#lib/contract/notification.ts";
import { detailsOf } from "#lib/core/text.ts";
import { serviceText } from "#lib/services/texts.ts";
import notifications from "../../messages/en/notifications.json" with { type: "json" };
import records from "../../messages/en/records.json" with { type: "json" };
import { useRelatedEvents } from "./use-related-events.ts";

const at = "2026-03-04T11:20:05.000Z";
const notification = (id: string, method: string, verdict = "valid") =>
  ({ id, method, verdict, receivedAt: at, state: "reversed", gateway: null }) as unknown as RelatedNotification;
const answer = serviceText("timeline_answered_without_ok", { answer: "500", ms: 11 });
const history: TimelineEntry[] = [
  {
    at,
    text: answer.message,
    textDetails: detailsOf(answer) as TimelineEntry["textDetails"],
    booked: null,
    id: null,
    tone: "danger",
  },
];

type Props = { isReversalBooked: boolean; verdict: string };

function Shown({ isReversalBooked, verdict }: Props) {
  const related = [notification("1", "IPCPurchaseNotify"), notification("2", "IPCPurchaseRollback", verdict)];
  const known = { notifications: related, refunds: [], calls: [], history, bookedAt: undefined, isReversalBooked };
  return useRelatedEvents(known, "/sandbox/shop")
    .filter(({ isDetail }) => !isDetail)
    .map(({ id, text }) => <li key={id}>{text}</li>);
}

async function show(props: Props): Promise<string[]> {
  const stream = await renderToReadableStream(
    <NextIntlClientProvider locale="en-GB" timeZone="UTC" messages={{ records, notifications }}>
      <Suspense>
        <Shown {...props} />
      </Suspense>
    </NextIntlClientProvider>,
  );
  await stream.allReady;
  const html = await new Response(stream).text();
  return [...html.matchAll(/<li>(.*?)<\/li>/g)].map(([, text = ""]) => text.replaceAll(/<[^>]*>/g, ""));
}

test("how a reversal came about folds once the reversal itself is recorded, since the sentence says why", async () => {
  const [paid, ...others] = await show({ isReversalBooked: true, verdict: "valid" });
  expect(paid).toMatch(/^Payment notification, verified/);
  expect(others).toEqual([]);
});

test("without a record of it, or where it is not verified, it is shown", async () => {
  const all = await show({ isReversalBooked: false, verdict: "valid" });
  expect(all).toHaveLength(3);
  expect(all.at(-1)).toBe(answer.message);
  expect(await show({ isReversalBooked: true, verdict: "invalid" })).toHaveLength(2);
});
