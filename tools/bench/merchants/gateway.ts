import { setTimeout as wait } from "node:timers/promises";
import { systemClock } from "#lib/core/clock.ts";
import { createMemoryStorage } from "#lib/sandbox/memory-storage.ts";
import { serveSandbox } from "#lib/sandbox/serve-sandbox.ts";
import { createTally } from "./tally.ts";

/** The sandbox gateway in a process of its own, with a delay of this many milliseconds, which counts its requests. */
const { PORT = "0", SECRET = "", MERCHANTS = "10", TRANSACTIONS = "0", LATENCY_MS = "0" } = process.env;
const tally = createTally();

await serveSandbox({
  port: Number(PORT),
  secret: SECRET,
  storage: createMemoryStorage(),
  clock: systemClock,
  merchants: Number(MERCHANTS),
  transactions: Number(TRANSACTIONS),
  live: false,
  async between(request, handle) {
    const { pathname } = new URL(request.url);
    if (pathname === "/bench/tally") return Response.json(tally.read());
    if (pathname.startsWith("/control/")) return handle();
    const counted = tally.begin(request.clone());
    await wait(Number(LATENCY_MS));
    const response = await handle();
    return counted(response);
  },
});
process.once("SIGTERM", () => process.exit(0));
