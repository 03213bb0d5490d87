import { z } from "zod";
import { isCurrency } from "#lib/core/currency.ts";
import { orderMinorMax } from "#lib/core/sandbox.ts";
import { isOrderId } from "../checkout/checkout.ts";
import { isPayMethod } from "../checkout/methods.ts";
import { createOrder } from "../checkout/orders.ts";
import { payOrder } from "../checkout/pay-order.ts";
import { storeAddresses } from "../checkout/store-keys.ts";
import { json, readJson } from "../http.ts";
import { isEqual } from "../identity/tokens.ts";
import { accountFor } from "../merchant-profile.ts";
import { findProfile } from "../merchants.ts";
import { methodNotAllowed, problem, validationProblem } from "../problem.ts";
import { sandboxSettingsSchema } from "../settings.ts";
import type { World } from "../world.ts";
import { changeSettings, deleteSettings } from "./live-settings.ts";
import { endReceiverFault, findReceiverFault, receiverFaultSchema, startReceiverFault } from "./receiver-faults.ts";
import { addScenario, listScenarios, removeScenarios, scenarioSchema } from "./scenarios.ts";
import { readStats, resetStats } from "./stats.ts";
import { changeStore, listStores, storeSchema } from "./stores.ts";

/** Half a character could be neither signed nor sent. */
const customerText = z
  .string()
  .max(100)
  .refine((text) => text.isWellFormed(), "Not well-formed Unicode.");

const orderSchema = z.strictObject({
  merchant: z.string(),
  amountMinor: z.int().min(1).max(orderMinorMax),
  currency: z.string().refine(isCurrency, "The currency does not exist."),
  order: z.string().refine(isOrderId, "1 to 80 characters.").optional(),
  method: z.string().default("visa"),
  customer: z.partialRecord(z.enum(["email", "phone", "firstNames", "familyName"]), customerText).optional(),
  /** Sends the notification with a changed amount under the old signature. */
  tamper: z.boolean().default(false),
  /** How often the same notification is sent, as gateways do without a response. */
  times: z.int().min(1).max(5).default(1),
});

type Call = { world: World; request: Request; tick: () => Promise<void> };
type Handler = (call: Call) => Promise<Response>;
type Method = "GET" | "POST" | "DELETE";

/**
 * The sandbox's own controls, below `{base_url}/control/`, behind `X-Control-Key`. Bodies and answers are JSON.
 *
 * | method and name | what it does |
 * |---|---|
 * | `GET stats` | calls counted and failures in a row (stats.ts) |
 * | `POST reset-stats` | counts from 0 again |
 * | `POST scenarios` | the next calls that fit go wrong (scenarioSchema) |
 * | `GET scenarios` | those that still wait for calls |
 * | `DELETE scenarios`, `DELETE scenarios?name=` | none go wrong any more; none of that name |
 * | `POST unlock` | forgets all failures in a row |
 * | `GET settings` | as they are now |
 * | `POST settings` | changes any of sandboxSettingsSchema, in every process |
 * | `DELETE settings` | back to those it was started with |
 * | `POST expire-sessions`, `POST expire-tokens` | ends all sessions or tokens before their time |
 * | `GET stores`, `GET stores?merchant=` | SID, public key, certificate, configuration pack and addresses of the first hundred merchants, or of one |
 * | `POST stores` | sets a merchant's URL_Notify, URL_OK and URL_Cancel (storeSchema) |
 * | `POST orders` | makes and pays an order without a browser (orderSchema) |
 * | `POST receiver-faults` | a merchant's URL_Notify fails on purpose (receiverFaultSchema) |
 * | `GET receiver-faults?merchant=`, `DELETE receiver-faults?merchant=` | what it does now, or null; nothing any more |
 * | `POST tick` | does what is due now |
 */
const controls: ReadonlyMap<string, Partial<Record<Method, Handler>>> = new Map(
  Object.entries({
    stats: { GET: async ({ world }) => json(await readStats(world.storage)) },
    "reset-stats": { POST: ({ world }) => done(resetStats(world.storage)) },
    scenarios: {
      GET: async ({ world }) => json(await listScenarios(world)),
      POST: async ({ world, request }) => done(addScenario(world, await readJson(request, scenarioSchema))),
      DELETE: ({ world, request }) => done(removeScenarios(world, paramOf(request, "name"))),
    },
    unlock: { POST: ({ world }) => done(world.storage.removeRange("failures", {})) },
    settings: {
      GET: async ({ world }) => json(world.settings),
      POST: async ({ world, request }) => done(changeSettings(world, await readJson(request, sandboxSettingsSchema.partial()))),
      DELETE: ({ world }) => done(deleteSettings(world)),
    },
    "expire-sessions": { POST: ({ world }) => done(world.storage.removeRange("session", {})) },
    "expire-tokens": { POST: ({ world }) => done(world.storage.removeRange("token", {})) },
    stores: {
      GET: ({ world, request }) => listStores(world, paramOf(request, "merchant")),
      POST: async ({ world, request }) => changeStore(world, await readJson(request, storeSchema)),
    },
    orders: { POST: async ({ world, request }) => payAnOrder(world, await readJson(request, orderSchema)) },
    "receiver-faults": {
      GET: async ({ world, request }) => json(await findReceiverFault(world, paramOf(request, "merchant") ?? "")),
      POST: async ({ world, request }) =>
        (await startReceiverFault(world, await readJson(request, receiverFaultSchema))) ?? json({ ok: true }),
      DELETE: ({ world, request }) => done(endReceiverFault(world, paramOf(request, "merchant") ?? "")),
    },
    tick: { POST: ({ tick }) => done(tick()) },
  } satisfies Record<string, Partial<Record<Method, Handler>>>),
);

export async function serveControl(
  world: World,
  request: Request,
  { name, tick }: { name: string; tick: () => Promise<void> },
): Promise<Response> {
  if (!isEqual(request.headers.get("x-control-key") ?? "", world.controlKey)) return problem(401);
  const control = controls.get(name);
  if (!control) return problem(404);
  const handler = new Map(Object.entries(control)).get(request.method);
  return handler ? handler({ world, request, tick }) : methodNotAllowed(Object.keys(control));
}

function paramOf(request: Request, name: string): string | null {
  return new URL(request.url).searchParams.get(name);
}

async function done(work: Promise<unknown>): Promise<Response> {
  await work;
  return json({ ok: true });
}

async function payAnOrder(world: World, body: z.infer<typeof orderSchema>): Promise<Response> {
  const { merchant, method, tamper, times, order, customer, amountMinor, currency } = body;
  const profile = findProfile(merchant);
  if (!profile) return validationProblem({ merchant: ["There is no such merchant."] });
  if (!isPayMethod(method)) return validationProblem({ method: ["There is no such method."] });
  if (!accountFor(profile, currency)) return validationProblem({ currency: ["The merchant has no account in this currency."] });
  if (!(await storeAddresses(world, merchant))) return problem(409, { detail: "The merchant has no URL_Notify yet." });
  const created = await createOrder(world, { slug: merchant, amountMinor, currency, orderId: order });
  const paid = await payOrder(world, { profile, order: created }, { method, tamper, times, customer });
  if (paid === "id_used") return problem(409, { detail: "An order with this id was already paid." });
  return json({
    id: created.id,
    order: created.orderId,
    status: paid?.status ?? "pending",
    trnref: paid?.payment?.trnref ?? null,
  });
}
