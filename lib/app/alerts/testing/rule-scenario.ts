import { Webhook } from "standardwebhooks";
import { expect, vi } from "vitest";
import type { AlertRule } from "#lib/contract/alert-marks.ts";
import { environment } from "#lib/ledger-sync/testing/test-fixture.ts";
import { listAlerts } from "#lib/services/alerts/list-alerts.ts";
import type { ChannelFixture } from "./channel-fixture.ts";
import { headerOf } from "./mailbox.ts";

/** Rules whose causes are at the gateway, or need time; `rule-journeys.test.ts` has these, `rule-delivery.test.ts` the others. */
export type JourneyRule =
  | "forward_failing"
  | "payment_unknown"
  | "ledger_late"
  | "certificate_ending"
  | "profile_contradicted"
  | "silence"
  | "notifications_missing";

/** What begins, what ends, and what is told; `run` where the jobs do it otherwise. */
export type Scenario = {
  begin(): Promise<unknown>;
  end(): Promise<unknown>;
  expected: { merchant?: string; severity: string; count: number; page: string | (() => string) };
  run?(): Promise<void>;
};

const severities = ["info", "warning", "critical"];
export const email = { isOn: true, severities, sends: "immediately", digestAt: "08:00", quiet: null, zone: "UTC" };
export const webhook = (url: string) => ({
  ...{ kind: "webhook", name: "On-call", isOn: true, severities, language: "en", url },
});

type Fixture = Pick<ChannelFixture, "ctx" | "clock" | "save" | "receiver" | "mailbox" | "run">;

/** The alert of a scenario opens with its cause, arrives by mail and verified webhook, is counted, and ends with its cause. */
export async function expectNotified(fixture: Fixture, rule: AlertRule, scenario: Scenario): Promise<void> {
  const { begin, end, expected, run = () => fixture.run() } = scenario;
  const listed = () => listAlerts(fixture.ctx(), { environment, input: {} });
  await fixture.save({ email });
  const { secret = "" } = await fixture.save({ team: webhook(fixture.receiver.url) });
  await run();
  expect([(await listed()).open, takeReceived(fixture, secret).webhooks]).toEqual([0, []]);

  await begin();
  await run();
  await fixture.run();
  const { items, open } = await listed();
  const { page: place, ...shown } = expected;
  const page = typeof place === "string" ? place : place();
  expect(items).toMatchObject([{ rule, status: "open", href: `/${environment}${page}`, ...shown }]);
  expect(open).toBe(1);
  const first = takeReceived(fixture, secret);
  const url = `https://desk.example/${environment}${page}`;
  expect(first.webhooks).toMatchObject([{ type: "alert.opened", data: { environment, rule, status: "open", ...shown, url } }]);
  expect(first.subjects).toHaveLength(1);
  expect(first.text).not.toContain("customer.example");

  await end();
  await run();
  expect((await listed()).open).toBe(0);
  const last = takeReceived(fixture, secret);
  expect(last.webhooks).toMatchObject([{ type: "alert.resolved", data: { rule, status: "resolved" } }]);
  expect(last.subjects).toEqual([expect.stringContaining("Resolved: ")]);
  const resolved = await listAlerts(fixture.ctx(), { environment, input: { status: "resolved" } });
  expect(resolved.items).toMatchObject([{ rule, status: "resolved" }]);
}

/** What has arrived since the last call; each webhook is verified at the scenario's time, since a verifier refuses old ones. */
function takeReceived({ receiver, mailbox, clock }: Fixture, secret: string) {
  const verifier = new Webhook(secret);
  vi.useFakeTimers({ toFake: ["Date"], now: clock.now() });
  try {
    const webhooks = receiver.received.splice(0).map(({ body, headers }) => {
      const named = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
      return verifier.verify(body.toString(), named);
    });
    const mails = mailbox.received.splice(0);
    return { webhooks, subjects: mails.map((mail) => headerOf(mail, "subject")), text: JSON.stringify(mails) };
  } finally {
    vi.useRealTimers();
  }
}
