import { MutationObserver, type QueryClient } from "@tanstack/react-query";
import { beforeEach, expect, test, vi } from "vitest";
import { networkError } from "./api-error.ts";
import { showsError } from "./failed-changes.ts";
import { createQueryClient } from "./query-client.ts";

const failure = networkError();
const tell = vi.fn();
let client: QueryClient;

beforeEach(() => {
  tell.mockReset();
  client = createQueryClient(tell);
});

/** A change as a component makes it, which fails when `fail` is called; `leave` takes the component from the page. */
function change(options: object = {}, error: unknown = failure) {
  const { promise, reject } = Promise.withResolvers<never>();
  const observer = new MutationObserver(client, { mutationFn: () => promise, ...options });
  const leave = observer.subscribe(() => {});
  const done = observer.mutate().catch(() => {});
  const fail = () => {
    reject(error);
    return done;
  };
  return { observer, leave, fail };
}

test("a change that fails without anybody showing it is told", async () => {
  await change().fail();
  expect(tell).toHaveBeenCalledExactlyOnceWith(failure, {});
});

test("it is told before what is read again afterwards has come", async () => {
  const { fail } = change({ onSettled: () => new Promise(() => {}) });
  void fail();
  await vi.waitFor(() => expect(tell).toHaveBeenCalledOnce());
});

test("one whose error stands on the page is not told as well", async () => {
  await change({ meta: showsError }).fail();
  expect(tell).not.toHaveBeenCalled();
});

test("once its component is gone, or was reset, it is told", async () => {
  const meta = { ...showsError, toFailureText: () => "Refund" };
  const left = change({ meta });
  left.leave();
  await left.fail();
  expect(tell).toHaveBeenCalledExactlyOnceWith(failure, meta);
  const reset = change({ meta });
  reset.observer.reset();
  await reset.fail();
  expect(tell).toHaveBeenCalledTimes(2);
});

test("what was stopped on purpose did not fail, and what succeeded is not told", async () => {
  await change({}, new DOMException("", "AbortError")).fail();
  await new MutationObserver(client, { mutationFn: async () => {} }).mutate();
  expect(tell).not.toHaveBeenCalled();
});
