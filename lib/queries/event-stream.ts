const firstPauseMs = 1_000;
const pauseMaxMs = 30_000;

type Options = {
  address: string;
  /** The last event before what is shown was read. Without it, the stream starts with what happens from now on. */
  after: string | undefined;
  /** Types of events, and what handles each. */
  on: Readonly<Record<string, (event: MessageEvent<string>) => void>>;
  onOpen: () => void;
  onLost: () => void;
  /** The server answered, but with no stream: it may be busy, or the session may be over. */
  onRefused: () => void;
  /** Open again after that: events may have been missed. */
  onReopen: () => void;
};

/**
 * Follows an event stream until the returned function is called. A browser reconnects by itself when the line is lost, but
 * gives up for good after an answer that is no stream; then this reconnects behind the last event, after 1 to 30 seconds.
 */
export function openEventStream({ address, after, on, onOpen, onLost, onRefused, onReopen }: Options): () => void {
  let lastId = after;
  let refusalCount = 0;
  let source: EventSource;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function remember({ lastEventId }: MessageEvent<string>) {
    if (lastEventId !== "") lastId = lastEventId;
  }
  function connect() {
    source = new EventSource(lastId === undefined ? address : `${address}?after=${encodeURIComponent(lastId)}`);
    source.onopen = () => {
      onOpen();
      if (refusalCount > 0) onReopen();
      refusalCount = 0;
    };
    source.onerror = () => {
      onLost();
      if (source.readyState !== EventSource.CLOSED) return;
      onRefused();
      timer = setTimeout(connect, Math.min(firstPauseMs * 2 ** refusalCount++, pauseMaxMs));
    };
    source.addEventListener("ready", remember);
    for (const [type, handle] of Object.entries(on)) {
      source.addEventListener(type, (event: MessageEvent<string>) => {
        remember(event);
        handle(event);
      });
    }
  }

  connect();
  return () => {
    clearTimeout(timer);
    source.close();
  };
}
