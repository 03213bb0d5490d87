import "server-only";
import { AppError } from "#lib/core/errors.ts";

const readMethods = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Throws `cross_site` for a change whose Origin is not ours, is missing or "null", or that the browser
 * marks as cross-site (docs/security.md, rule 13). Reads always pass.
 */
export function requireSameOrigin(request: Request, publicOrigin: string): void {
  if (readMethods.has(request.method)) return;
  if (request.headers.get("origin") !== publicOrigin) throw new AppError("cross_site");
  requireOwnPage(request);
}

/** Throws `cross_site` when a browser sends the request from another site: for reads that write an audit row. */
export function requireOwnPage(request: Request): void {
  const site = request.headers.get("sec-fetch-site");
  if (site !== null && site !== "same-origin") throw new AppError("cross_site");
}
