import { globSync } from "node:fs";
import path from "node:path";

type Handler = (request: Request, next: { params: Promise<Record<string, string>> }) => Promise<Response>;
type RouteModule = Record<string, Handler | undefined>;

export type RouteFile = { file: string; segments: string[]; pattern: string };

export type RouteCall = {
  method?: string;
  /** Encoded, with a query if need be. */
  path: string;
  cookie?: string;
  headers?: Record<string, string | undefined>;
  /** Sent as JSON; `rawBody` as it is. */
  body?: unknown;
  rawBody?: BodyInit;
  signal?: AbortSignal;
};

const appFolder = path.resolve("app");

/** Every route file under app/api; `pattern` has `{}` for each parameter. */
export function listRouteFiles(): RouteFile[] {
  return globSync("api/**/route.ts", { cwd: appFolder }).map((found) => {
    const segments = path.dirname(found).split(path.sep);
    const pattern = `/${segments.map((segment) => (segment.startsWith("[") ? "{}" : segment)).join("/")}`;
    return { file: path.join(appFolder, found), segments, pattern };
  });
}

export function importRoute({ file }: RouteFile): Promise<RouteModule> {
  return import(/* @vite-ignore */ file);
}

/** Calls the handler Next would choose, as Next does: literal segments win over parameters, parameters arrive decoded. */
export async function callRoute({ method = "GET", ...call }: RouteCall): Promise<Response> {
  const url = new URL(call.path, "http://localhost:3000");
  const found = findRoute(url.pathname);
  if (!found) throw new Error(`No route file for ${url.pathname}`);
  const handler = (await importRoute(found.route))[method];
  if (!handler) throw new Error(`No ${method} in ${found.route.file}`);
  return handler(toRequest(url, method, call), { params: Promise.resolve(found.params) });
}

function toRequest(url: URL, method: string, { cookie, headers = {}, body, rawBody, signal }: Omit<RouteCall, "path">): Request {
  const isChange = method !== "GET" && method !== "HEAD";
  const all: Record<string, string | undefined> = {
    ...(cookie === undefined ? {} : { cookie }),
    ...(isChange ? { origin: "http://localhost:3000" } : {}),
    ...(body === undefined ? {} : { "content-type": "application/json" }),
    "x-peer": "192.0.2.7",
    "x-request-id": "test-request",
    ...headers,
  };
  const given = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const sent = rawBody ?? (body === undefined ? undefined : JSON.stringify(body));
  return new Request(url, { method, headers: given, signal, ...(sent === undefined ? {} : { body: sent, duplex: "half" }) });
}

function findRoute(pathname: string): { route: RouteFile; params: Record<string, string> } | undefined {
  const wanted = pathname.split("/").slice(1);
  const fitting = listRouteFiles().filter(
    ({ segments }) =>
      segments.length === wanted.length && segments.every((segment, at) => segment.startsWith("[") || segment === wanted[at]),
  );
  const literals = ({ segments }: RouteFile) => segments.filter((segment) => !segment.startsWith("[")).length;
  const [route] = fitting.sort((left, right) => literals(right) - literals(left));
  if (!route) return undefined;
  const entries = route.segments.flatMap((segment, at) =>
    segment.startsWith("[") ? [[segment.slice(1, -1), decodeURIComponent(wanted[at] ?? "")] as const] : [],
  );
  return { route, params: Object.fromEntries(entries) };
}
