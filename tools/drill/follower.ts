import { randomBytes } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { systemClock } from "#lib/core/clock.ts";
import { openStore } from "#lib/db/connection/open-store.ts";
import { inviteFirstAdmin } from "#lib/services/staff/invite-first-admin.ts";
import type { AppDatabase } from "#tools/bench/support/app-database.ts";

/** A page that follows the event stream as a browser does: it reconnects with the id of the last event it has. */
export type Follower = {
  /** Ids of the deliveries it was told about. */
  seen: ReadonlySet<string>;
  counts(): { reconnects: number; reloads: number; unread: number };
  stop(): Promise<void>;
};

const reconnectMs = 1_000;
const gapMs = 500;
const answerMs = 10_000;
const environment = "demo";

/** Signs in as the first administrator, through the balancer; the session's cookie. */
export async function signIn(origin: string, { url, vault }: AppDatabase): Promise<string> {
  const store = openStore({ url, connectionsMax: 1 });
  const link = await inviteFirstAdmin({ db: store.db, vault, clock: systemClock, publicOrigin: origin }).finally(() =>
    store.close(),
  );
  const body = {
    token: link?.split("#")[1],
    email: "drill@counterfoil.example",
    password: randomBytes(18).toString("base64url"),
  };
  const answer = await fetch(`${origin}/api/invitations/accept`, {
    method: "POST",
    headers: { origin, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`The first administrator cannot sign in: ${answer.status} ${await answer.text()}`);
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0])
    .join("; ");
}

/** `readAgain`: what a page then sees, when it is told to read its data again. */
export function followEvents(origin: string, cookie: string, readAgain?: () => Promise<Iterable<string>>): Follower {
  const seen = new Set<string>();
  const ending = new AbortController();
  const counts = { reconnects: 0, reloads: 0, unread: 0 };
  let last: string | undefined;

  async function reload(): Promise<void> {
    counts.reloads += 1;
    counts.unread += 1;
    while (readAgain && !ending.signal.aborted) {
      const ids = await readAgain().catch(() => undefined);
      if (!ids) await wait(reconnectMs);
      else {
        for (const id of ids) seen.add(id);
        counts.unread -= 1;
        return;
      }
    }
  }

  function take(message: string): void {
    const field = (name: string) => new RegExp(`^${name}: (.*)$`, "m").exec(message)?.[1];
    last = field("id") ?? last;
    if (field("event") === "reload") void reload();
    if (field("event") !== "notification") return;
    const data: { id?: string } = JSON.parse(field("data") ?? "{}");
    if (data.id) seen.add(data.id);
  }

  async function readStream(): Promise<void> {
    const headers: Record<string, string> = { cookie, ...(last === undefined ? {} : { "last-event-id": last }) };
    const answer = await fetch(`${origin}/api/${environment}/live`, { headers, signal: ending.signal });
    if (!answer.ok || !answer.body) throw new Error(`The event stream answered ${answer.status}.`);
    let text = "";
    for await (const chunk of answer.body.pipeThrough(new TextDecoderStream())) {
      const messages = (text + chunk).split("\n\n");
      text = messages.pop() ?? "";
      for (const message of messages) take(message);
    }
  }

  async function follow(): Promise<void> {
    while (!ending.signal.aborted) {
      await readStream().catch(() => {});
      if (ending.signal.aborted) return;
      counts.reconnects += 1;
      await wait(reconnectMs);
    }
  }

  const following = follow();
  return {
    seen,
    counts: () => counts,
    async stop() {
      ending.abort();
      await following;
    },
  };
}

/** Events of stored notifications that a page was never told about; a reload counts as well when nothing was read again. */
export async function countGaps(databaseUrl: string, following: readonly Follower[]): Promise<number> {
  const ids = await readDeliveryIds(databaseUrl);
  const countNow = () =>
    following.reduce((sum, { seen, counts }) => sum + ids.filter((id) => !seen.has(id)).length + counts().unread, 0);
  for (let round = 0; countNow() > 0 && round < 20; round++) await wait(gapMs);
  return countNow();
}

export async function readDeliveryIds(databaseUrl: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: answerMs, query_timeout: answerMs });
  client.on("error", () => {});
  try {
    await client.connect();
    return (await client.query<{ id: string }>("select id from delivery")).rows.map(({ id }) => id);
  } finally {
    await client.end();
  }
}
