import { setTimeout as delay } from "node:timers/promises";
import { trimEndOf } from "#lib/core/trim-end.ts";
import { getMultiple, getTransaction, listAccounts, listTransactions } from "./accounting/accounting.ts";
import { getStatement } from "./accounting/get-statement.ts";
import { serveCheckout, serveCheckoutStyle, serveLink } from "./checkout/checkout.ts";
import { serveControl } from "./control/control.ts";
import { withLiveSettings } from "./control/live-settings.ts";
import { playScenario, type ScenarioCall, takeScenario } from "./control/scenarios.ts";
import { cancelPayment, createPayment, getPayment, listPayments, refundPayment, reversePayment } from "./epos/payments.ts";
import { issueSession, issueToken, requireMerchant } from "./identity/identity.ts";
import type { MerchantProfile } from "./merchant-profile.ts";
import { getTerminal, listTerminals } from "./pos/terminals.ts";
import { methodNotAllowed, ProblemError, problem } from "./problem.ts";
import type { SandboxSettings } from "./settings.ts";
import type { World } from "./world.ts";

type Call = { world: World; profile: MerchantProfile; request: Request; query: URLSearchParams; id: string };
type Endpoint = {
  method: string;
  path: RegExp;
  name: string;
  scopes: readonly string[];
  serve: (call: Call) => Promise<Response> | Response;
};

const read = ["accounting.read", "banking.read"];
const write = ["banking.write", "accounting.write"];

/** The first that fits wins: the literal `multiple` and `refund` stand before the segments they could be taken for. */
const endpoints: readonly Endpoint[] = [
  {
    method: "GET",
    path: /^\/accounting\/v1\/accounts$/,
    name: "accounts",
    scopes: read,
    serve: ({ world, profile, query }) => listAccounts(world, profile, query),
  },
  {
    method: "POST",
    path: /^\/accounting\/v1\/accounts\/statements$/,
    name: "statements",
    scopes: read,
    serve: ({ world, profile, request }) => getStatement(world, profile, request),
  },
  {
    method: "GET",
    path: /^\/accounting\/v1\/transactions$/,
    name: "transactions",
    scopes: read,
    serve: ({ world, profile, query }) => listTransactions(world, profile, query),
  },
  {
    method: "GET",
    path: /^\/accounting\/v1\/transactions\/multiple$/,
    name: "multiple",
    scopes: read,
    serve: ({ world, profile, query }) => getMultiple(world, profile, query),
  },
  {
    method: "GET",
    path: /^\/accounting\/v1\/transactions\/([^/]+)$/,
    name: "transaction",
    scopes: read,
    serve: ({ world, profile, id }) => getTransaction(world, profile, id),
  },
  {
    method: "POST",
    path: /^\/epos\/v1\/payments$/,
    name: "create-payment",
    scopes: write,
    serve: ({ world, profile, request }) => createPayment(world, profile, request),
  },
  {
    method: "GET",
    path: /^\/epos\/v1\/payments$/,
    name: "payments",
    scopes: read,
    serve: ({ world, profile, query }) => listPayments(world, profile, query),
  },
  {
    method: "POST",
    path: /^\/epos\/v1\/payments\/refund$/,
    name: "refund",
    scopes: write,
    serve: ({ world, profile, request }) => refundPayment(world, profile, request),
  },
  {
    method: "GET",
    path: /^\/epos\/v1\/payments\/([^/]+)$/,
    name: "payment",
    scopes: read,
    serve: ({ world, profile, id }) => getPayment(world, profile, id),
  },
  {
    method: "DELETE",
    path: /^\/epos\/v1\/payments\/([^/]+)$/,
    name: "cancel",
    scopes: write,
    serve: ({ world, profile, id }) => cancelPayment(world, profile, id),
  },
  {
    method: "POST",
    path: /^\/epos\/v1\/payments\/([^/]+)\/reversal$/,
    name: "reversal",
    scopes: write,
    serve: ({ world, profile, id, request }) => reversePayment(world, profile, id, request),
  },
  {
    method: "GET",
    path: /^\/pos\/v1\/terminals$/,
    name: "terminals",
    scopes: read,
    serve: ({ world, profile, query }) => listTerminals(world, profile, query),
  },
  {
    method: "GET",
    path: /^\/pos\/v1\/terminals\/([^/]+)$/,
    name: "terminal",
    scopes: read,
    serve: ({ world, profile, id }) => getTerminal(world, profile, id),
  },
];

/** Answers any request below {base_url}; what goes wrong is a problem document, never a thrown error. */
export async function serveSandboxRequest(world: World, request: Request, tick: () => Promise<void>): Promise<Response> {
  try {
    return await route(await withLiveSettings(world), request, tick);
  } catch (thrown) {
    if (thrown instanceof ProblemError) return thrown.response;
    world.log.warn({ cause: thrown }, "The sandbox could not answer");
    return problem(500);
  }
}

async function route(world: World, request: Request, tick: () => Promise<void>): Promise<Response> {
  const path = pathBelow(world.baseUrl, new URL(request.url).pathname);
  const [, room = "", ...segments] = path.split("/");
  if (room === "checkout") return serveCheckout(world, request, segments);
  if (room === "pay") return serveLink(world, request, segments.join("/"));
  if (path === "/checkout.css") return serveCheckoutStyle();
  if (room === "control") return serveControl(world, request, { name: segments.join("/"), tick });
  if (path === "/api/v1/oauth/token" || path === "/api/v1/auth/session") {
    if (request.method !== "POST") return methodNotAllowed(["POST"]);
    const issue = path.endsWith("token") ? issueToken : issueSession;
    const call = { merchant: null, path, method: request.method, isIdentity: true };
    return underScenario(world, call, () => issue(world, request));
  }
  return serveBusiness(world, request, path);
}

/** The path after {base_url}'s own; behind a proxy that cut it off already, the whole. */
function pathBelow(baseUrl: string, path: string): string {
  const base = trimEndOf(new URL(baseUrl).pathname, "/");
  return path === base || path.startsWith(`${base}/`) ? path.slice(base.length) : path;
}

async function serveBusiness(world: World, request: Request, path: string): Promise<Response> {
  const candidates = endpoints.filter((endpoint) => endpoint.path.test(path));
  const endpoint = candidates.find(({ method }) => method === request.method);
  if (!endpoint) return candidates.length > 0 ? methodNotAllowed(candidates.map(({ method }) => method)) : problem(404);
  const profile = await requireMerchant(world, request, endpoint.scopes);
  await world.storage.increment([`calls:${endpoint.name}`, `calls:${endpoint.name}:${profile.slug}`]);
  const latencyMs = world.settings.latencyMs + profile.latencyMs;
  if (latencyMs > 0) await delay(latencyMs);
  const id = decodeSegment(endpoint.path.exec(path)?.[1] ?? "");
  const query = new URL(request.url).searchParams;
  const handle = async () =>
    isRefused(world.settings, path) ? problem(403) : endpoint.serve({ world, profile, request, query, id });
  return underScenario(world, { merchant: profile.slug, path, method: request.method, isIdentity: false }, handle);
}

function isRefused({ refuseAccounts, refuseTerminals, refusePayments }: SandboxSettings, path: string): boolean {
  if (path === "/accounting/v1/accounts") return refuseAccounts;
  if (path.startsWith("/pos/v1/terminals")) return refuseTerminals;
  return path.startsWith("/epos/v1/") && refusePayments;
}

async function underScenario(world: World, call: ScenarioCall, handle: () => Promise<Response>): Promise<Response> {
  const scenario = await takeScenario(world, call);
  return scenario ? playScenario(world, scenario, () => answerOf(handle)) : handle();
}

async function answerOf(handle: () => Promise<Response>): Promise<Response> {
  try {
    return await handle();
  } catch (thrown) {
    if (thrown instanceof ProblemError) return thrown.response;
    throw thrown;
  }
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw new ProblemError(problem(400));
  }
}
