import { expect, test } from "vitest";
import { freePort } from "#tools/embedded-postgres/free-port.ts";
import { untilReady } from "./ready-app.ts";

test("nobody waits for an app that ended while it was starting", async () => {
  const ended = Promise.resolve({ code: 1, signal: null, said: "VAULT_KEYS is not set." });
  const waiting = untilReady(`http://127.0.0.1:${await freePort()}`, { ended });
  await expect(waiting).rejects.toThrow(/ended before it was ready:\nVAULT_KEYS is not set\./);
});
