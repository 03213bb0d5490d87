import "server-only";
import type { Operation } from "#lib/contract/operation.ts";
import { api } from "#lib/contract/operations.ts";
import { AppError } from "#lib/core/errors.ts";
import { handlers } from "./handlers.ts";

/** An address of the API with its handler for each method. */
type Route = { path: string; segments: readonly string[]; operations: ReadonlyMap<string, Operation> };

export type FoundRoute = { route: Route; params: Record<string, string> };

const isParameter = (segment: string) => segment.startsWith("{");

/** If two addresses match, the one with the earlier fixed segment wins. */
const order = ({ segments }: Route) => segments.map((segment) => (isParameter(segment) ? "1" : "0")).join("");

const served: Operation[] = Object.values(api).filter(({ id }) => id in handlers);
const routes: readonly Route[] = [...Map.groupBy(served, ({ path }) => path)]
  .map(([path, operations]) => ({
    path,
    segments: path.split("/"),
    operations: new Map(operations.map((operation) => [operation.method.toUpperCase(), operation])),
  }))
  .sort((left, right) => (order(left) < order(right) ? -1 : 1));

/**
 * Finds the route of an address, with its parameters decoded once. Throws `not_found` without a match, and
 * for a segment that cannot be decoded or contains a NUL.
 */
export function findRoute(pathname: string): FoundRoute {
  const segments = pathname.split("/");
  const route = routes.find((candidate) => isAt(candidate, segments));
  if (!route) throw new AppError("not_found");
  const params = route.segments.flatMap((segment, index) =>
    isParameter(segment) ? [[segment.slice(1, -1), decodeSegment(segments[index] ?? "")] as const] : [],
  );
  return { route, params: Object.fromEntries(params) };
}

function isAt({ segments }: Route, given: readonly string[]): boolean {
  return segments.length === given.length && segments.every((segment, index) => isParameter(segment) || segment === given[index]);
}

function decodeSegment(segment: string): string {
  try {
    const decoded = decodeURIComponent(segment);
    if (!decoded.includes("\0")) return decoded;
  } catch {
    // The segment cannot be decoded.
  }
  throw new AppError("not_found");
}
