import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openEventStream } from "./event-stream.ts";

/** An event stream that the test opens, feeds and breaks. */
class Stream extends EventTarget {
  static readonly CLOSED = 2;
  readyState = 0;
  onopen?: () => void;
  onerror?: () => void;

  readonly address: string;

  constructor(address: string) {
    super();
    this.address = address;
    streams.push(this);
  }
  open() {
    this.readyState = 1;
    this.onopen?.();
  }
  send(type: string, lastEventId: string) {
    this.dispatchEvent(new MessageEvent(type, { data: "{}", lastEventId }));
  }
  /** The browser reconnects by itself after a lost line, and never after a refusal. */
  fail(readyState: 0 | 2) {
    this.readyState = readyState;
    this.onerror?.();
  }
  close() {
    this.readyState = Stream.CLOSED;
  }
}

let streams: Stream[] = [];
let stop: () => void;
const seen = { open: vi.fn(), lost: vi.fn(), refused: vi.fn(), reopened: vi.fn(), payment: vi.fn() };

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("EventSource", Stream);
  streams = [];
  for (const spy of Object.values(seen)) spy.mockReset();
  const { open: onOpen, lost: onLost, refused: onRefused, reopened: onReopen, payment } = seen;
  stop = openEventStream({ address: "/live", after: "7.1", on: { payment }, onOpen, onLost, onRefused, onReopen });
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const latest = () => streams.at(-1) as Stream;

test("a lost line is left to the browser, which resumes by itself", async () => {
  expect(latest().address).toBe("/live?after=7.1");
  latest().open();
  latest().fail(0);
  await vi.advanceTimersByTimeAsync(60_000);
  latest().open();
  expect(streams).toHaveLength(1);
  expect(seen.lost).toHaveBeenCalledOnce();
  expect(seen.open).toHaveBeenCalledTimes(2);
  expect([seen.refused, seen.reopened].map((spy) => spy.mock.calls.length)).toEqual([0, 0]);
});

test("a stream that was refused is opened again behind the last event, and what is shown is read again", async () => {
  latest().open();
  latest().send("ready", "7.1");
  latest().send("payment", "7.2");
  latest().fail(2);
  expect(seen.refused).toHaveBeenCalledOnce();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(streams.map(({ address }) => address)).toEqual(["/live?after=7.1", "/live?after=7.2"]);
  expect(seen.reopened).not.toHaveBeenCalled();
  latest().open();
  expect(seen.reopened).toHaveBeenCalledOnce();
  latest().send("payment", "7.3");
  expect(seen.payment).toHaveBeenCalledTimes(2);
});

test("pauses grow from 1 to 30 seconds, and start anew once it was open", async () => {
  for (const [pauseMs, count] of [1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000].map((ms, index) => [ms, index + 1])) {
    latest().fail(2);
    await vi.advanceTimersByTimeAsync((pauseMs ?? 0) - 1);
    expect(streams).toHaveLength(count ?? 0);
    await vi.advanceTimersByTimeAsync(1);
    expect(streams).toHaveLength((count ?? 0) + 1);
  }
  latest().open();
  latest().fail(2);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(streams).toHaveLength(9);
});

test("what is stopped is not opened again", async () => {
  latest().fail(2);
  stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(streams).toHaveLength(1);
});
