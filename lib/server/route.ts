import "server-only";
import type { Role } from "../contract/session.ts";
import { AppError } from "../core/errors.ts";
import { type Environment, isEnvironment } from "../core/identifiers.ts";
import type { Runtime } from "../runtime/runtime.ts";
import type { ServiceContext } from "../services/context.ts";
import { requireSameOrigin } from "./origin.ts";
import { readJson } from "./read-json.ts";
import { requireStaffContext } from "./require-staff.ts";
import { errorResponse, toResponse } from "./respond.ts";
import { getRuntime } from "./runtime.ts";

/** Address parameters, decoded. `environment` is one of the three (anything else was 404 already). */
export type RouteParams = { environment: Environment } & Record<string, string>;

/** `input` is the parsed JSON body of a change, or the query of a read. */
export type StaffRequest = { ctx: ServiceContext; params: RouteParams; input: unknown; request: Request };
export type PublicRequest = { runtime: Runtime; requestId: string; input: unknown; request: Request };

type NextParams = { params: Promise<Record<string, string | string[] | undefined>> };
type Handler = (request: Request, next: NextParams) => Promise<Response>;

/**
 * A handler for signed-in staff of at least `role`: origin, session, role, body and errors are dealt with here.
 * What the function returns becomes the JSON answer; undefined is 204.
 */
export function staffRoute({ role }: { role: Role }, serve: (request: StaffRequest) => Promise<unknown>): Handler {
  return guarded(async ({ runtime, request, params }) => {
    requireSameOrigin(request, runtime.settings.publicOrigin);
    const ctx = await requireStaffContext(role);
    return serve({ ctx, params: toRouteParams(params), input: await readInput(request), request });
  });
}

/** A handler without a session; a change still needs the same origin. */
export function publicRoute(serve: (request: PublicRequest) => Promise<unknown>): Handler {
  return guarded(async ({ runtime, request, requestId }) => {
    requireSameOrigin(request, runtime.settings.publicOrigin);
    return serve({ runtime, requestId, input: await readInput(request), request });
  });
}

type Guarded = { runtime: Runtime; request: Request; requestId: string; params: Record<string, string> };

function guarded(serve: (guardedRequest: Guarded) => Promise<unknown>): Handler {
  return async (request, next) => {
    const runtime = await getRuntime();
    const requestId = request.headers.get("x-request-id") ?? crypto.randomUUID();
    try {
      return toResponse(await serve({ runtime, request, requestId, params: await decodedParams(next) }));
    } catch (thrown) {
      return errorResponse(thrown, { requestId, log: runtime.log, path: new URL(request.url).pathname });
    }
  };
}

async function decodedParams(next: NextParams): Promise<Record<string, string>> {
  const entries = Object.entries(await next.params).filter((entry): entry is [string, string] => typeof entry[1] === "string");
  return Object.fromEntries(entries.map(([name, value]) => [name, decodeSegment(value)]));
}

/** Next hands segments over still encoded; one that cannot be decoded names nothing we have. */
function decodeSegment(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    throw new AppError("not_found");
  }
}

function toRouteParams(params: Record<string, string>): RouteParams {
  const { environment = "sandbox" } = params;
  if (!isEnvironment(environment)) throw new AppError("not_found");
  return { ...params, environment };
}

async function readInput(request: Request): Promise<unknown> {
  if (request.method === "GET" || request.method === "HEAD") return Object.fromEntries(new URL(request.url).searchParams);
  return readJson(request);
}
