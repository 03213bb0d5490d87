import type { Environment } from "#lib/core/identifiers.ts";
import type { Database, Store } from "#lib/db/connection/open-store.ts";
import { isShown, transactionOf } from "#lib/db/events/event-cursor.ts";
import { currentLiveCursor, hasLiveEvents, type LiveEvent, readLiveEvents } from "#lib/db/events/events.ts";
import type { Log } from "#lib/services/log.ts";
import { createSessionWatch } from "../jobs/session-watch.ts";
import { createLiveListener } from "./event-listener.ts";
import { createLiveReader, type LiveReaderOptions } from "./event-reader.ts";

export type LiveSubscription = {
  environment: Environment;
  /** Null: all merchants, also those connected later. */
  merchantIds: ReadonlySet<string> | null;
  /** The cursor of an earlier event: events since then are sent first. Too old, or from the future, it leads to a reload. */
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
  /** The cursor at which a new stream starts. */
  cursor(): string;
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
  timelineOf?: LiveReaderOptions["timelineOf"];
};

/** `held`: events buffered while this subscriber still reads missed ones. `read`: the snapshot up to which it has read. */
type Subscriber = LiveSubscription & { held: LiveEvent[] | undefined; read: string | undefined; unwatch: () => void };

const heldMax = 2_000;
const resumeMax = 2_000;
const resumeBatch = 500;

export function createLiveHub({ store, log, pollMs = 2_000, sessionCheckMs = 500, timelineOf }: LiveHubOptions): LiveHub {
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
        resume(store.db, subscriber, { after, isOpen: () => subscribers.has(subscriber) }).catch((cause: unknown) => {
          log.warn({ cause }, "A live stream could not resume and was ended.");
          end(subscriber);
        });
      }
      return () => void remove(subscriber);
    },
    cursor: reader.cursor,
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

type Resumed = { after: string; isOpen: () => boolean };

/** Sends missed events from the database, then the buffered ones; each once. */
async function resume(db: Database, subscriber: Subscriber, { after, isOpen }: Resumed): Promise<void> {
  const until = await currentLiveCursor(db);
  const isFar = transactionOf(after) > transactionOf(until) || (await hasLiveEvents(db, after, resumeMax));
  if (isFar && isOpen()) subscriber.onReload(until);
  let page: string | undefined;
  for (let full = !isFar; full && isOpen(); ) {
    const events = await readLiveEvents(db, { after, until, ...(page ? { page } : {}), limit: resumeBatch });
    for (const event of events) deliver(subscriber, event);
    page = events.at(-1)?.id;
    full = events.length === resumeBatch;
  }
  if (!isOpen()) return;
  subscriber.read = until;
  for (const event of subscriber.held ?? []) deliver(subscriber, event);
  subscriber.held = undefined;
}
