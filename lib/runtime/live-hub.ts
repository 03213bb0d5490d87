import type { Environment } from "../core/identifiers.ts";
import type { Log } from "../services/log.ts";
import { compareLiveCursors, currentLiveCursor, hasLiveEvents, type LiveEvent, readLiveEvents } from "../store/live.ts";
import type { Database, Store } from "../store/open-store.ts";
import { createLiveListener } from "./live-listener.ts";
import { createLiveReader } from "./live-reader.ts";
import { createSessionWatch } from "./session-watch.ts";

export type LiveSubscription = {
  environment: Environment;
  /** Null: all merchants, also those connected later. */
  merchantIds: ReadonlySet<string> | null;
  /** A cursor of an earlier event: what came since is sent first. Far behind, or from the future, it means a reload. */
  after?: string;
  /** The staff session that ends this stream when it ends. */
  sessionIdHash?: string;
  onEvent(event: LiveEvent): void;
  /** So much was missed that it is not sent: all that is shown must be read again. The stream goes on behind `cursor`. */
  onReload(cursor: string): void;
  /** Called once, when the hub ends the stream; not after the caller's own unsubscribe. */
  onEnd(): void;
};

/** What changed, told to every open screen of this process. */
export type LiveHub = {
  start(): Promise<void>;
  /** Returns the end of the subscription, which may be called again. */
  subscribe(subscription: LiveSubscription): () => void;
  /** Where a stream that begins now begins. */
  cursor(): string;
  /** Ends every stream, for a shutdown; new ones are ended at once. */
  closeStreams(): void;
  close(): Promise<void>;
};

export type LiveHubOptions = { store: Store; log: Log; pollMs?: number; sessionCheckMs?: number };

/** `held`: events that came while this one still reads what it missed. */
type Subscriber = LiveSubscription & { position: string; held: LiveEvent[] | undefined; unwatch: () => void };

const heldMax = 2_000;
const resumeMax = 2_000;
const resumeBatch = 500;

export function createLiveHub({ store, log, pollMs = 2_000, sessionCheckMs = 500 }: LiveHubOptions): LiveHub {
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
  const reader = createLiveReader({ store, log, pollMs, onEvent });
  const listener = createLiveListener({ url: store.url, log, onNotify: reader.wake });

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
      const subscriber = toSubscriber(subscription, reader.cursor());
      subscribers.add(subscriber);
      const { sessionIdHash } = subscription;
      if (sessionIdHash !== undefined) subscriber.unwatch = sessions.watch(sessionIdHash, () => end(subscriber));
      if (closed) queueMicrotask(() => end(subscriber));
      else if (subscriber.held) {
        resume(store.db, subscriber, { now: reader.cursor, isOpen: () => subscribers.has(subscriber) }).catch(
          (cause: unknown) => {
            log.warn({ cause }, "A live stream could not resume and was ended.");
            end(subscriber);
          },
        );
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

function toSubscriber(subscription: LiveSubscription, cursor: string): Subscriber {
  const { after } = subscription;
  return { ...subscription, position: after ?? cursor, held: after === undefined ? undefined : [], unwatch: () => {} };
}

function deliver(subscriber: Subscriber, event: LiveEvent): void {
  if (compareLiveCursors(event.cursor, subscriber.position) <= 0) return;
  subscriber.position = event.cursor;
  if (event.environment !== subscriber.environment) return;
  if (subscriber.merchantIds !== null && !subscriber.merchantIds.has(event.merchantId)) return;
  subscriber.onEvent(event);
}

/** Sends what was missed, then what came meanwhile; in order, each once. */
async function resume(
  db: Database,
  subscriber: Subscriber,
  { now, isOpen }: { now: () => string; isOpen: () => boolean },
): Promise<void> {
  const newest = await currentLiveCursor(db);
  const isAhead = compareLiveCursors(subscriber.position, newest) > 0;
  if (isAhead || (await hasLiveEvents(db, subscriber.position, resumeMax))) {
    subscriber.position = isAhead ? now() : newest;
    if (isOpen()) subscriber.onReload(subscriber.position);
  }
  for (let full = true; full && isOpen(); ) {
    const events = await readLiveEvents(db, { after: subscriber.position, limit: resumeBatch });
    for (const event of events) deliver(subscriber, event);
    full = events.length === resumeBatch;
  }
  if (!isOpen()) return;
  for (const event of subscriber.held ?? []) deliver(subscriber, event);
  subscriber.held = undefined;
}
