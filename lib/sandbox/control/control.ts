import { z } from "zod";
import { isCurrency } from "#lib/core/currency.ts";
import { isOrderId, orderMinorMax } from "../checkout/checkout.ts";
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
export async function serveControl(
  world: World,
  request: Request,
  { name, tick }: { name: string; tick: () => Promise<void> },
): Promise<Response> {
  if (!isEqual(request.headers.get("x-control-key") ?? "", world.controlKey)) return problem(401);
  const { storage } = world;
  switch (`${request.method} ${name}`) {
    case "GET stats":
      return json(await readStats(storage));
    case "POST reset-stats":
      return done(resetStats(storage));
    case "POST scenarios":
      return done(addScenario(world, await readJson(request, scenarioSchema)));
    case "DELETE scenarios":
      return done(removeScenarios(world, new URL(request.url).searchParams.get("name")));
    case "GET scenarios":
      return json(await listScenarios(world));
    case "POST unlock":
      return done(storage.removeRange("failures", {}));
    case "POST settings":
      return done(changeSettings(world, await readJson(request, sandboxSettingsSchema.partial())));
    case "GET settings":
      return json(world.settings);
    case "DELETE settings":
      return done(deleteSettings(world));
    case "POST expire-sessions":
      return done(storage.removeRange("session", {}));
    case "POST expire-tokens":
      return done(storage.removeRange("token", {}));
    case "GET stores":
      return listStores(world, new URL(request.url).searchParams.get("merchant"));
    case "POST stores":
      return changeStore(world, await readJson(request, storeSchema));
    case "POST orders":
      return payAnOrder(world, await readJson(request, orderSchema));
    case "POST receiver-faults":
      return (await startReceiverFault(world, await readJson(request, receiverFaultSchema))) ?? json({ ok: true });
    case "GET receiver-faults":
      return json(await findReceiverFault(world, merchantOf(request)));
    case "DELETE receiver-faults":
      return done(endReceiverFault(world, merchantOf(request)));
    case "POST tick":
      return done(tick());
    default:
      return refuseUnknown(name);
  }
}

const methods: Readonly<Record<string, readonly string[]>> = {
  stats: ["GET"],
  "reset-stats": ["POST"],
  scenarios: ["GET", "POST", "DELETE"],
  unlock: ["POST"],
  settings: ["GET", "POST", "DELETE"],
  "expire-sessions": ["POST"],
  "expire-tokens": ["POST"],
  stores: ["GET", "POST"],
  orders: ["POST"],
  "receiver-faults": ["GET", "POST", "DELETE"],
  tick: ["POST"],
};

function refuseUnknown(name: string): Response {
  const allowed = Object.hasOwn(methods, name) ? methods[name] : undefined;
  return allowed ? methodNotAllowed(allowed) : problem(404);
}

function merchantOf(request: Request): string {
  return new URL(request.url).searchParams.get("merchant") ?? "";
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
  if (!accountFor(profile, currency))
    return validationProblem({ currency: ["The merchant has no account in this currency."] });
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
