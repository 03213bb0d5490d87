import "server-only";
import { AppError } from "../core/errors.ts";

type NextParams = Record<string, string | string[] | undefined>;

/** `params` decoded exactly once, and the address as a pattern: `/api/{environment}/merchants`. */
export type RouteAddress = { params: Record<string, string>; route: string };

/**
 * Reads the parameters from the address itself, since Next hands them over encoded in some places and decoded
 * in others. Throws `not_found` for a segment that cannot be decoded or holds a NUL: it names nothing we have.
 */
export function readRouteAddress(pathname: string, given: NextParams): RouteAddress {
  const segments = pathname.split("/");
  const params: Record<string, string> = {};
  const pattern = [...segments];
  let from = 0;
  for (const [name, value] of Object.entries(given)) {
    if (typeof value !== "string") continue;
    const at = segments.findIndex((segment, index) => index >= from && isSame(segment, value));
    const decoded = decodeSegment(at < 0 ? value : (segments[at] ?? value));
    if (decoded === undefined || decoded.includes("\0")) throw new AppError("not_found");
    params[name] = decoded;
    if (at < 0) continue;
    pattern[at] = `{${name}}`;
    from = at + 1;
  }
  return { params, route: pattern.join("/") };
}

function isSame(segment: string, value: string): boolean {
  return segment === value || decodeSegment(segment) === value;
}

function decodeSegment(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}
