import "server-only";
import type { Role } from "../contract/session.ts";
import { AppError } from "../core/errors.ts";
import { hasHiddenText, hidePersonal } from "../core/hide-personal.ts";
import { type Environment, isEnvironment } from "../core/identifiers.ts";
import type { Runtime } from "../runtime/runtime.ts";
import { requireRole, type ServiceContext } from "../services/context.ts";
import { requireOwnPage, requireSameOrigin } from "./origin.ts";
import { readInput } from "./read-input.ts";
import { changeBody, errorResponse, toResponse } from "./respond.ts";
import { type RouteAddress, readRouteAddress } from "./route-params.ts";
import { getRuntime } from "./runtime.ts";
import { requestCookies } from "./session.ts";
import { findSignedInStaff, toServiceContext } from "./signed-in-staff.ts";

/** Address parameters, decoded once. `environment` is one of the three (anything else was 404 already). */
export type RouteParams = { environment: Environment } & Record<string, string>;

/** `input` is the parsed JSON body of a change, or the query of a read. */
export type StaffRequest = { ctx: ServiceContext; params: RouteParams; input: unknown; request: Request; runtime: Runtime };
export type PublicRequest = { runtime: Runtime; requestId: string; peer: string | null; input: unknown; request: Request };

/** What these send was shown before, in a presentation with hidden text. */
const editing: ReadonlySet<string> = new Set(["PATCH", "PUT"]);

type NextParams = { params: Promise<Record<string, string | string[] | undefined>> };
type Handler = (request: Request, next: NextParams) => Promise<Response>;

/**
 * `bodyBytesMax`: for routes that take more than the usual 1 MiB. `isAudited`: a read that writes an audit row, which
 * another site's page must not start. `isList`: reads lists although it is no GET.
 */
type StaffRoute = { role: Role; bodyBytesMax?: number; isAudited?: boolean; isList?: boolean };

/**
 * A handler for signed-in staff of at least `role`: origin, session, role, body and errors are dealt with here.
 * What the function returns becomes the JSON answer; undefined is 204.
 */
export function staffRoute(
  { role, bodyBytesMax, isAudited, isList = false }: StaffRoute,
  serve: (request: StaffRequest) => Promise<unknown>,
): Handler {
  return guarded(async ({ runtime, request, params, identify }) => {
    const staff = await findSignedInStaff(runtime, requestCookies(request));
    if (!staff) throw new AppError("unauthenticated");
    identify(staff.id);
    const ctx = toServiceContext(runtime, staff, {
      received: request.headers,
      isList: isList || isRead(request, params),
    });
    requireRole(ctx, role, { limitedAdmins: "narrowed" });
    if (isAudited) requireOwnPage(request);
    const input = await readInput(request, bodyBytesMax);
    if (staff.isPresenting && editing.has(request.method) && hasHiddenText(input)) throw new AppError("presenting");
    const answer = await serve({ ctx, params: toRouteParams(params), input, request, runtime });
    return staff.isPresenting ? changeBody(answer, hidePersonal) : answer;
  });
}

/** A handler without a session; a change still needs the same origin. */
export function publicRoute(serve: (request: PublicRequest) => Promise<unknown>): Handler {
  return guarded(async ({ runtime, request, requestId }) =>
    serve({ runtime, requestId, peer: request.headers.get("x-peer"), input: await readInput(request), request }),
  );
}

type Guarded = {
  runtime: Runtime;
  request: Request;
  requestId: string;
  params: Record<string, string>;
  /** Says whose request it is, for the log line of a refusal. */
  identify: (staffId: string) => void;
};

function guarded(serve: (guardedRequest: Guarded) => Promise<unknown>): Handler {
  return async (request, next) => {
    const runtime = await getRuntime();
    const started = runtime.clock.monotonic();
    const requestId = request.headers.get("x-request-id") ?? crypto.randomUUID();
    const given = (await next.params) ?? {};
    let address: RouteAddress = { params: {}, route: "other" };
    let staffId: string | undefined;
    const identify = (id: string) => {
      staffId = id;
    };
    let response: Response;
    try {
      address = readRouteAddress(new URL(request.url).pathname, given);
      requireSameOrigin(request, runtime.settings.publicOrigin);
      response = toResponse(await serve({ runtime, request, requestId, params: address.params, identify }));
    } catch (thrown) {
      response = errorResponse(thrown, { requestId, log: runtime.log, route: address.route, staffId });
    }
    const seconds = (runtime.clock.monotonic() - started) / 1000;
    runtime.metrics.recordHttpRequest({ method: request.method, route: address.route, status: response.status, seconds });
    return response;
  };
}

/** What an environment's pages show; sessions, accounts and the like are no lists. */
function isRead({ method }: Request, { environment }: Record<string, string>): boolean {
  return method === "GET" && environment !== undefined;
}

function toRouteParams(params: Record<string, string>): RouteParams {
  const { environment = "sandbox" } = params;
  if (!isEnvironment(environment)) throw new AppError("not_found");
  return { ...params, environment };
}
