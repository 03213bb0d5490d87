import { createHash, timingSafeEqual } from "node:crypto";
import type { Settings } from "../settings/settings.ts";

/** Where the origin is not localhost, or a token is set, reading the metrics requires METRICS_TOKEN. */
export function mayReadMetrics(
  { isLocalOrigin, metricsToken }: Pick<Settings, "isLocalOrigin" | "metricsToken">,
  authorization: string | null | undefined,
): boolean {
  if (isLocalOrigin && metricsToken === undefined) return true;
  const given = /^Bearer (.+)$/i.exec(authorization ?? "")?.[1];
  if (metricsToken === undefined || given === undefined) return false;
  return timingSafeEqual(digest(given), digest(metricsToken));
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
