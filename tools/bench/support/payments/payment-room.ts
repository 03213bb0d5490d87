import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { createRuntime } from "#lib/app/create-runtime.ts";
import type { Runtime } from "#lib/app/runtime.ts";
import { loadSettings } from "#lib/app/settings/settings.ts";
import { errorStatus, toAppError } from "#lib/core/errors.ts";
import type { ServiceContext } from "#lib/services/context.ts";
import { createPayment } from "#lib/services/payments/create-payment.ts";
import { listPayments } from "#lib/services/payments/list-payments.ts";

/**
 * The app without its web pages, in a process that can be killed: the same runtime, jobs and services behind the two
 * addresses that the test calls. Its timeouts are shorter (LIMITS), so that a run takes seconds.
 */
const settings = loadSettings();
const limits = JSON.parse(process.env.LIMITS ?? "null");
const runtime = await createRuntime(settings, { databaseUrl: settings.databaseUrl ?? "", paymentLimits: limits ?? undefined });
await runtime.prepare();
await runtime.start();

createServer(async (request, response) => {
  const url = new URL(request.url ?? "/", "http://room");
  const merchant = /^\/api\/demo\/([^/]+)\/payments$/.exec(url.pathname)?.[1];
  let status = 200;
  let body: unknown;
  try {
    if (merchant && request.method === "POST") {
      const idempotencyKey = String(request.headers["idempotency-key"] ?? "");
      const input = JSON.parse(Buffer.concat(await request.toArray()).toString("utf8"));
      const { payment, isNew } = await createPayment(toContext(runtime), {
        environment: "demo",
        merchant,
        idempotencyKey,
        input,
      });
      [status, body] = [isNew ? 201 : 200, payment];
    } else body = await listPayments(toContext(runtime), { environment: "demo", input: Object.fromEntries(url.searchParams) });
  } catch (thrown) {
    const { code, message } = toAppError(thrown);
    [status, body] = [errorStatus(code), { error: { code, message } }];
  }
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}).listen(settings.port, "127.0.0.1");

const staffId = randomUUID();

function toContext({ store, vault, clock, log, gateways }: Runtime): ServiceContext {
  return {
    db: store.db,
    vault,
    clock,
    log,
    gateways,
    publicOrigin: settings.publicOrigin,
    requestId: randomUUID(),
    peer: null,
    staff: {
      id: staffId,
      email: "bench@desk.example",
      storedName: "the bench",
      role: "admin",
      permissions: [],
      merchants: null,
      environments: ["demo"],
      sessionIdHash: "",
      authenticatedAt: new Date(clock.now()),
      hasSecondFactor: false,
      isPresenting: false,
      seeded: false,
    },
  };
}
