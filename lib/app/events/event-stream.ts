import type { Environment } from "#lib/core/identifiers.ts";
import type { Database, Store } from "#lib/db/connection/open-store.ts";
import { isShown, readCursor, transactionOf, writeCursor } from "#lib/db/events/event-cursor.ts";
import { currentLiveCursor, hasLiveEvents, type LiveEvent, readLiveEvents, readTimeline } from "#lib/db/events/events.ts";
import type { Log } from "#lib/services/log.ts";
import { createSessionWatch } from "../jobs/session-watch.ts";
import { createLiveListener } from "./event-listener.ts";
import { createLiveReader } from "./event-reader.ts";

export type LiveSubscription = {
  environment: Environment;
  /** Null: all merchants, also those connected later. */
  merchantIds: ReadonlySet<string> | null;
  /** The cursor of an earlier event: events since then are sent first. Too old, unreadable, or of another server, it leads to a reload. */
  after?: string;
  /** The staff session that ends this stream when it ends. */
  sessionIdHash?: string;
  onEvent(event: LiveEvent): void;
  /** Too many events were missed, or another database server took over: the page must read all its data again. The stream continues after `cursor`. */
  onReload(cursor: string): void;
  /** Called once when the hub ends the stream; not after the caller's own unsubscribe. */
  onEnd(): void;
};

/** Publishes changes to every open page of this process. */
export type LiveHub = {
  start(): Promise<void>;
  /** Returns a function that ends the subscription; it may be called repeatedly. */
  subscribe(subscription: LiveSubscription): () => void;
  /** Tells when a session ends, to whatever streams for it. Returns how to stop. */
  watchSession(idHash: string, onEnded: () => void): () => void;
  /** The cursor at which a new stream starts. */
  cursor(): string;
  /** How far this process has read; without the server's timeline. */
  position(): string;
  /** Ends every stream, for a shutdown; new ones are ended at once. */
  closeStreams(): void;
  close(): Promise<void>;
};

export type LiveHubOptions = {
  store: Store;
  log: Log;
  pollMs?: number;
  sessionCheckMs?: number;
  /** For tests, which have no second server. */
  timelineOf?: typeof readTimeline;
};

/** `held`: events buffered while this subscriber still reads missed ones. `read`: the snapshot up to which it has read. */
type Subscriber = LiveSubscription & { held: LiveEvent[] | undefined; read: string | undefined; unwatch: () => void };

const heldMax = 2_000;
const resumeMax = 2_000;
const resumeBatch = 500;

export function createLiveHub({
  store,
  log,
  pollMs = 2_000,
  sessionCheckMs = 500,
  timelineOf = readTimeline,
}: LiveHubOptions): LiveHub {
  const subscribers = new Set<Subscriber>();
  const sessions = createSessionWatch({ store, log, everyMs: sessionCheckMs });
  let closed = false;

  const remove = (subscriber: Subscriber) => {
    subscriber.unwatch();
    return subscribers.delete(subscriber);
  };
  const end = (subscriber: Subscriber) => {
    if (remove(subscriber)) subscriber.onEnd();
  };
  const onEvent = (event: LiveEvent) => {
    for (const subscriber of subscribers) {
      if (subscriber.held === undefined) deliver(subscriber, event);
      else if (subscriber.held.push(event) > heldMax) end(subscriber);
    }
  };
  const onReset = (cursor: string) => {
    for (const subscriber of [...subscribers]) {
      // One that still reads what it missed does so by a cursor of the server before.
      if (subscriber.held !== undefined) {
        end(subscriber);
        continue;
      }
      subscriber.read = undefined;
      subscriber.onReload(cursor);
    }
  };
  const reader = createLiveReader({ store, log, pollMs, onEvent, onReset, timelineOf });
  const listener = createLiveListener({ url: store.directUrl, log, onNotify: reader.wake });

  const closeStreams = () => {
    closed = true;
    for (const subscriber of [...subscribers]) end(subscriber);
    sessions.close();
  };

  return {
    watchSession: sessions.watch,
    start: async () => {
      await reader.start();
      await listener.start();
    },
    subscribe: (subscription) => {
      const { after, sessionIdHash } = subscription;
      const held = after === undefined ? undefined : [];
      const subscriber: Subscriber = { ...subscription, held, read: undefined, unwatch: () => {} };
      subscribers.add(subscriber);
      if (sessionIdHash !== undefined) subscriber.unwatch = sessions.watch(sessionIdHash, () => end(subscriber));
      if (closed) queueMicrotask(() => end(subscriber));
      else if (after !== undefined) {
        resume(store.db, subscriber, { after, timelineOf, isOpen: () => subscribers.has(subscriber) }).catch((cause: unknown) => {
          log.warn({ cause }, "A live stream could not resume and was ended.");
          end(subscriber);
        });
      }
      return () => void remove(subscriber);
    },
    cursor: reader.cursor,
    position: reader.position,
    closeStreams,
    close: async () => {
      closeStreams();
      await Promise.all([listener.close(), reader.stop()]);
    },
  };
}

function deliver(subscriber: Subscriber, event: LiveEvent): void {
  if (subscriber.read !== undefined && isShown(event.id, subscriber.read)) return;
  if (event.environment !== subscriber.environment) return;
  if (subscriber.merchantIds !== null && !subscriber.merchantIds.has(event.merchantId)) return;
  subscriber.onEvent(event);
}

type Resumed = { after: string; timelineOf: typeof readTimeline; isOpen: () => boolean };

/** Sends missed events from the database, then the buffered ones; each once. */
async function resume(db: Database, subscriber: Subscriber, { after, timelineOf, isOpen }: Resumed): Promise<void> {
  const until = await currentLiveCursor(db);
  // After the snapshot: a snapshot of a new server is then never taken for one of the server before.
  const timeline = await timelineOf(db);
  const from = await findPosition(db, after, { until, timeline });
  if (from === undefined && isOpen()) subscriber.onReload(writeCursor({ timeline, position: until }));
  let page: string | undefined;
  for (let full = true; from !== undefined && full && isOpen(); ) {
    const events = await readLiveEvents(db, { after: from, until, ...(page ? { page } : {}), limit: resumeBatch });
    for (const event of events) deliver(subscriber, { ...event, cursor: writeCursor({ timeline, position: event.cursor }) });
    page = events.at(-1)?.id;
    full = events.length === resumeBatch;
  }
  if (!isOpen()) return;
  subscriber.read = until;
  for (const event of subscriber.held ?? []) deliver(subscriber, event);
  subscriber.held = undefined;
}

/** Where the stream goes on; undefined when its page must read its data again. */
async function findPosition(
  db: Database,
  after: string,
  { until, timeline }: { until: string; timeline: string | undefined },
): Promise<string | undefined> {
  const cursor = readCursor(after);
  // Another server may count transactions from below the cursor, and may lack what was told before it.
  if (!cursor || cursor.timeline !== timeline) return undefined;
  if (transactionOf(cursor.position) > transactionOf(until)) return undefined;
  return (await hasLiveEvents(db, cursor.position, resumeMax)) ? undefined : cursor.position;
}
