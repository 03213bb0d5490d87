import { MutationObserver, onlineManager } from "@tanstack/react-query";
import { afterEach, expect, test } from "vitest";
import { networkError } from "./api-error.ts";
import { createQueryClient } from "./query-client.ts";

afterEach(() => onlineManager.setOnline(true));

test("a change without a connection fails at once, instead of being sent whenever the connection comes back", async () => {
  onlineManager.setOnline(false);
  let sentCount = 0;
  const mutationFn = () => {
    sentCount++;
    return Promise.reject(networkError());
  };
  const change = new MutationObserver(
    createQueryClient(() => {}),
    { mutationFn },
  );
  const failed = change.mutate().catch((error) => error.code);
  expect(change.getCurrentResult().isPaused).toBe(false);
  expect(await failed).toBe("network");
  expect(sentCount).toBe(1);
});
