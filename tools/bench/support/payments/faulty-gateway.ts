import { systemClock } from "#lib/core/clock.ts";
import { broken } from "#lib/sandbox/control/distort.ts";
import { createMemoryStorage } from "#lib/sandbox/memory-storage.ts";
import { type Between, serveSandbox } from "#lib/sandbox/serve-sandbox.ts";
import type { RecordKind } from "#lib/sandbox/storage.ts";

/** What happened at the gateway, whatever the app received. */
export type TruePayment = { status: string; amountMinor: number; referenceNumber: string | null; description: string | null };

export type FaultyGateway = {
  url: string;
  connectFile: Record<string, unknown>;
  /** Number of simulated faults by kind. */
  played: ReadonlyMap<string, number>;
  /** Stops simulating faults. */
  heal(): void;
  payments(): Promise<TruePayment[]>;
  close(): Promise<void>;
};

const paymentKind: RecordKind<TruePayment> = "payment";

/** The share of payment calls that each fault affects. */
const changeFaults: readonly [fault: string, part: number][] = [
  ["dropped before handling", 0.08],
  ["dropped while handling", 0.08],
  ["dropped after handling", 0.08],
  ["500 before handling", 0.05],
  ["500 after handling", 0.05],
  ["429", 0.05],
  ["503", 0.04],
  ["a web page after handling", 0.05],
  ["nothing in the answer", 0.05],
  ["half an answer", 0.04],
  ["never answered", 0.005],
  ["400", 0.04],
];
const readFaults: readonly [fault: string, part: number][] = [
  ["read dropped", 0.04],
  ["read 500", 0.03],
  ["read 429", 0.02],
  ["read a web page", 0.02],
];

type Options = { merchants: readonly string[]; random: () => number };

/** The sandbox gateway on a port of its own, with random faults for each call; it outlives the app. */
export async function startFaultyGateway({ merchants, random }: Options): Promise<FaultyGateway> {
  const storage = createMemoryStorage();
  const played = new Map<string, number>();
  let isHealed = false;
  const between: Between = (request, handle) => {
    const { pathname } = new URL(request.url);
    if (isHealed || !/^\/(epos|accounting)\//.test(pathname)) return handle();
    const fault = draw(request.method === "POST" ? changeFaults : readFaults, random());
    if (fault === undefined) return handle();
    played.set(fault, (played.get(fault) ?? 0) + 1);
    return play(fault, handle);
  };
  const served = await serveSandbox({
    port: 0,
    secret: "a secret of this run and nobody else's",
    storage,
    clock: systemClock,
    transactions: 200,
    live: false,
    settings: { settleMinMs: 300, settleSpreadMs: 2_000 },
    between,
  });
  served.sandbox.start();
  const { integration, merchants: known } = served.sandbox.describe();
  const pairs = known.filter(({ slug }) => merchants.includes(slug));
  return {
    url: served.url,
    connectFile: {
      baseUrl: served.url,
      ...integration,
      merchants: pairs.map(({ slug, name, clientId, clientSecret }) => ({ slug, name, clientId, clientSecret })),
    },
    played,
    heal() {
      isHealed = true;
    },
    async payments() {
      const records = await storage.list(paymentKind, { limit: 1_000_000 });
      return records.map(({ value }) => value);
    },
    close: () => served.close(),
  };
}

function draw(faults: readonly [string, number][], drawn: number): string | undefined {
  let sum = 0;
  return faults.find(([, part]) => {
    sum += part;
    return drawn < sum;
  })?.[0];
}

async function play(fault: string, handle: () => Promise<Response>): Promise<Response> {
  const page = "<!doctype html><title>Busy</title>";
  const answer = (status: number, body: string) =>
    new Response(body, { status, headers: { "content-type": "application/json" } });
  switch (fault) {
    case "dropped while handling":
      void handle();
      return broken();
    case "dropped after handling":
      await handle();
      return broken();
    case "500 before handling":
    case "read 500":
      return answer(500, '{"title":"Internal Server Error","status":500}');
    case "500 after handling":
      await handle();
      return answer(500, '{"title":"Internal Server Error","status":500}');
    case "429":
    case "read 429":
      return answer(429, '{"title":"Too Many Requests","status":429}');
    case "503":
      return answer(503, "");
    case "a web page after handling":
      await handle();
      return answer(200, page);
    case "read a web page":
      return answer(200, page);
    case "nothing in the answer":
      await handle();
      return answer(201, "");
    case "half an answer":
      return answer(201, (await (await handle()).text()).slice(0, 40));
    case "never answered":
      await handle();
      return new Promise(() => {});
    case "400":
      return answer(400, '{"title":"One or more validation errors occurred.","status":400,"errors":{"amount":["No."]}}');
    default:
      return broken();
  }
}
