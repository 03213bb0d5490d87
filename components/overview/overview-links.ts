import { toQueryString } from "#lib/queries/fetch-json.ts";
import type { Scope } from "#lib/queries/keys.ts";

export type Days = { from: string; to: string };
type Filters = Record<string, string | null | undefined>;

/** Links from the overview's tiles and bars to the lists filtered by what they count. */
export function overviewLinks(scope: Scope, { from, to, group }: Days & { group?: string | null }) {
  const base = scope.merchant === null ? `/${scope.environment}` : `/${scope.environment}/${scope.merchant}`;
  const list = (page: string) => (filters: Filters) => `${base}/${page}${toQueryString({ from, to, group, ...filters })}`;
  return {
    transactions: list("transactions"),
    notifications: list("notifications"),
    neverNotified: list("notifications/never-notified"),
    payments: list("payments"),
  };
}

export type OverviewLinks = ReturnType<typeof overviewLinks>;
