import "server-only";
import type { Operation } from "#lib/contract/operation.ts";
import { AppError } from "#lib/core/errors.ts";
import { isEnvironment } from "#lib/core/identifiers.ts";
import { activeSpan } from "#lib/core/trace-span.ts";
import { hasHiddenText, hidePersonal } from "#lib/privacy/hide-personal.ts";
import { requireRole, type ServiceContext } from "#lib/services/context.ts";
import { endWithSession } from "./end-with-session.ts";
import { findRoute } from "./find-route.ts";
import type { PublicHandler, Received, StaffHandler } from "./handler.ts";
import { handlers } from "./handlers.ts";
import { requireOwnPage, requireSameOrigin } from "./origin.ts";
import { changeBody, created, errorResponse, toResponse } from "./respond.ts";
import { getRuntime } from "./runtime.ts";
import { requestCookies } from "./session.ts";
import { findSignedInStaff, toServiceContext } from "./signed-in-staff.ts";
import "server-only";
import { readJson } from "./read-json.ts";
import { refuseUnstorable } from "./refuse-unstorable.ts";

/** The operation that ends with its session itself. */
const eventStream = "followLive";

const bodiless = new Set(["GET", "HEAD"]);

/** Operations whose input was shown before, with hidden text in a presentation. */
const editing: ReadonlySet<string> = new Set(["PATCH", "PUT"]);

type Call = Received & {
  operation: Operation;
  params: Record<string, string>;
  requestId: string;
  /** Adds the staff member to the log line of an error. */
  identify: (staffId: string) => void;
};

/** Handles every address of `lib/contract/operations.ts` that has a handler. */
export async function handleApi(request: Request): Promise<Response> {
  const runtime = await getRuntime();
  const started = runtime.clock.monotonic();
  const requestId = request.headers.get("x-request-id") ?? crypto.randomUUID();
  let address = "other";
  let staffId: string | undefined;
  const identify = (id: string) => {
    staffId = id;
  };
  let response: Response;
  try {
    const { route, params } = findRoute(new URL(request.url).pathname);
    address = route.path;
    activeSpan()?.rename(`${request.method} ${address}`);
    activeSpan()?.set({ "http.route": address });
    const operation = route.operations.get(request.method === "HEAD" ? "GET" : request.method);
    response = operation
      ? toResponse(await callHandler({ operation, params, request, runtime, requestId, identify }))
      : refuseMethod(request, [...route.operations.keys()]);
  } catch (thrown) {
    response = errorResponse(thrown, { requestId, log: runtime.log, route: address, staffId });
  }
  const seconds = (runtime.clock.monotonic() - started) / 1000;
  runtime.metrics.recordHttpRequest({ method: request.method, route: address, status: response.status, seconds });
  return response;
}

async function callHandler(call: Call): Promise<unknown> {
  const { operation, request, runtime, requestId } = call;
  requireSameOrigin(request, runtime.settings.publicOrigin);
  const handler: unknown = handlers[operation.id as keyof typeof handlers];
  const answer =
    operation.role === null
      ? await (handler as PublicHandler)({
          ...{ request, runtime, requestId, peer: request.headers.get("x-peer") },
          input: await readInput(request, operation.bodyBytesMax),
        })
      : await callForStaff(call, handler as StaffHandler<string>);
  return 201 in operation.answers && !(200 in operation.answers) ? created(answer) : answer;
}

/** Checks session, role, body and environment; the service checks its input again. */
async function callForStaff(call: Call, handler: StaffHandler<string>): Promise<unknown> {
  const { operation, params, request, runtime } = call;
  const before = await signIn(call);
  if (operation.isAudited) requireOwnPage(request);
  const input = await readInput(request, operation.bodyBytesMax);
  // A body may take half a minute: whoever was signed out meanwhile changes nothing.
  const ctx = bodiless.has(request.method) ? before : await signIn(call);
  const { staff } = ctx;
  if (staff.isPresenting && editing.has(request.method) && hasHiddenText(input)) throw new AppError("presenting");
  if (params.environment !== undefined && !isEnvironment(params.environment)) throw new AppError("not_found");
  const question = { ...params, input, idempotencyKey: request.headers.get("idempotency-key") };
  const answer = await handler(ctx, question, { request, runtime });
  if (answer instanceof Response && request.method !== "HEAD" && operation.id !== eventStream) {
    return endWithSession(answer, (onEnded) => runtime.live.watchSession(staff.sessionIdHash, onEnded));
  }
  return staff.isPresenting ? changeBody(answer, hidePersonal) : answer;
}

/** The context of whoever is signed in now and has the role. */
async function signIn({ operation, params, request, runtime, identify }: Call): Promise<ServiceContext> {
  // An event stream connects again by itself, and pages ask for news while nobody uses them.
  const isActive = operation.id !== eventStream && !request.headers.has("x-background");
  const staff = await findSignedInStaff(runtime, requestCookies(request), { isActive });
  if (!staff) throw new AppError("unauthenticated");
  identify(staff.id);
  const isList = operation.isList ?? (operation.method === "get" && "environment" in params);
  const ctx = toServiceContext(runtime, staff, { received: request.headers, isList });
  requireRole(ctx, operation);
  return ctx;
}

function refuseMethod({ method }: Request, allowed: readonly string[]): Response {
  const allow = [...allowed, ...(allowed.includes("GET") ? ["HEAD"] : []), "OPTIONS"].sort().join(", ");
  return new Response(null, { status: method === "OPTIONS" ? 204 : 405, headers: { allow } });
}

/** The query of a read or the JSON body of a change. The last value of a repeated query parameter is used. */
async function readInput(request: Request, bodyBytesMax?: number): Promise<unknown> {
  if (!bodiless.has(request.method)) return readJson(request, bodyBytesMax);
  const query = Object.fromEntries(new URL(request.url).searchParams);
  refuseUnstorable(query);
  return query;
}
