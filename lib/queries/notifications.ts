import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { notificationDetailSchema, notificationPageSchema } from "../contract/notification.ts";
import { toApiError } from "./api-error.ts";
import { definedInput, fetchJson, toQueryString } from "./fetch-json.ts";
import { type Scope, scopeKey, scopePath } from "./keys.ts";

export type NotificationSearch = Record<"verdict" | "method" | "from" | "to" | "q", string | null>;

/** What the list is asked for its page after `cursor`, by the browser and when it is read on the server. */
export function notificationsInput(search: Partial<NotificationSearch>, cursor: string | null = null) {
  return definedInput({ ...search, limit: 50, cursor });
}

export function notificationsQuery(scope: Scope, search: Partial<NotificationSearch>) {
  return infiniteQueryOptions({
    queryKey: [...scopeKey(scope), "notifications", search],
    queryFn: ({ pageParam, signal }) =>
      fetchJson(`${scopePath(scope)}/notifications${toQueryString(notificationsInput(search, pageParam))}`, {
        schema: notificationPageSchema,
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  });
}

export function notificationQuery(scope: Scope, id: string) {
  return queryOptions({
    queryKey: [...scopeKey(scope), "notification", id],
    queryFn: ({ signal }) =>
      fetchJson(`${scopePath(scope)}/notifications/${encodeURIComponent(id)}`, { schema: notificationDetailSchema, signal }),
  });
}

export function rawBodyPath(scope: Scope, id: string, reason: string): string {
  return `${scopePath(scope)}/notifications/${encodeURIComponent(id)}/raw?reason=${encodeURIComponent(reason)}`;
}

/** The received bytes; reading them is written into the audit. Throws ApiError. */
export async function fetchRawBody(scope: Scope, id: string): Promise<Uint8Array> {
  const response = await fetch(rawBodyPath(scope, id, "shown on the page"));
  if (!response.ok) throw await toApiError(response);
  return new Uint8Array(await response.arrayBuffer());
}
