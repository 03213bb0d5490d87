import { z } from "zod";
import { isCurrency } from "../../core/currency.ts";
import { isPayMethod } from "../checkout/methods.ts";
import { createOrder } from "../checkout/orders.ts";
import { payOrder } from "../checkout/pay-order.ts";
import { json, readJson } from "../http.ts";
import { isEqual } from "../identity/identity.ts";
import { findProfile } from "../merchants.ts";
import { methodNotAllowed, problem, validationProblem } from "../problem.ts";
import { sandboxSettingsSchema } from "../settings.ts";
import type { World } from "../world.ts";
import { addScenario, scenarioSchema } from "./scenarios.ts";

const orderSchema = z.strictObject({
  merchant: z.string(),
  amountMinor: z.int().min(1).max(99_999_999),
  currency: z.string().refine(isCurrency, "The currency does not exist."),
  order: z.string().min(1).max(80).optional(),
  method: z.string().default("visa"),
  /** Sends the notification with a changed amount under the old signature. */
  tamper: z.boolean().default(false),
});

/**
 * The sandbox's own controls, behind `X-Control-Key`:
 * `GET control/stats` · `POST control/reset-stats` · `POST control/scenarios` (scenarioSchema) · `DELETE control/scenarios` ·
 * `POST control/unlock` · `POST control/settings` (any of sandboxSettingsSchema) · `POST control/orders` (makes and pays an order) ·
 * `POST control/expire-sessions` · `POST control/tick`.
 */
export async function serveControl(world: World, request: Request, name: string, tick: () => Promise<void>): Promise<Response> {
  if (!isEqual(request.headers.get("x-control-key") ?? "", world.controlKey)) return problem(401);
  if (name === "stats") return request.method === "GET" ? json(await readStats(world)) : methodNotAllowed(["GET"]);
  if (name === "scenarios" && request.method === "DELETE") return done(world.storage.removeRange("scenario", {}));
  if (request.method !== "POST") return methodNotAllowed(["POST"]);
  switch (name) {
    case "reset-stats":
      await world.storage.removeRange("failures-max", {});
      return done(world.storage.resetCounters("calls:"));
    case "scenarios":
      return done(addScenario(world, await readJson(request, scenarioSchema)));
    case "unlock":
      return done(world.storage.removeRange("failures", {}));
    case "settings":
      Object.assign(world.settings, await readJson(request, sandboxSettingsSchema.partial()));
      return done();
    case "expire-sessions":
      return done(world.storage.removeRange("session", {}));
    case "orders":
      return payAnOrder(world, await readJson(request, orderSchema));
    case "tick":
      return done(tick());
    default:
      return problem(404);
  }
}

async function done(work?: Promise<unknown>): Promise<Response> {
  await work;
  return json({ ok: true });
}

async function payAnOrder(
  world: World,
  { merchant, method, tamper, order, ...amount }: z.infer<typeof orderSchema>,
): Promise<Response> {
  if (!findProfile(merchant)) return validationProblem({ merchant: ["There is no such merchant."] });
  if (!isPayMethod(method)) return validationProblem({ method: ["There is no such method."] });
  const created = await createOrder(world, { slug: merchant, ...amount, ...(order === undefined ? {} : { orderId: order }) });
  const paid = await payOrder(world, created, { method, tamper });
  return json({ id: created.id, order: created.orderId, status: paid?.status ?? "pending", trnref: paid?.trnref ?? null });
}

/** Calls by name (`token`, `session`, `session:{slug}`, `{method} {endpoint}:{slug}`), and failures in a row, now and at most. */
async function readStats({ storage }: World) {
  const calls = [...(await storage.counters())]
    .filter(([name]) => name.startsWith("calls:"))
    .map(([name, count]) => [name.slice(6), count]);
  const [failures, failuresMost] = await Promise.all(["failures", "failures-max"].map((kind) => storage.listHeads(kind, {})));
  const counts = (heads: typeof failures) => Object.fromEntries((heads ?? []).map(({ key, tag }) => [key, Number(tag)]));
  return { calls: Object.fromEntries(calls), failures: counts(failures), failuresMax: counts(failuresMost) };
}
