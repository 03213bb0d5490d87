import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { FilterSearch, notificationFilters, rangeFilters } from "../contract/filters.ts";
import { toApiError } from "./api-error.ts";
import { definedInput, fetchJson, toQueryString } from "./fetch-json.ts";
import { type Scope, scopeKey, scopePath } from "./keys.ts";

export type NotificationSearch = FilterSearch<typeof notificationFilters>;

/** What the list is asked for its page after `cursor`, by the browser and when it is read on the server. */
export function notificationsInput(search: Partial<NotificationSearch>, cursor: string | null = null) {
  return definedInput({ ...search, limit: 100, cursor });
}

export function notificationsQuery(scope: Scope, search: Partial<NotificationSearch>) {
  return infiniteQueryOptions({
    queryKey: [...scopeKey(scope), "notifications", search],
    queryFn: ({ pageParam, signal }) =>
      fetchJson(`${scopePath(scope)}/notifications${toQueryString(notificationsInput(search, pageParam))}`, {
        schema: async () => (await import("../contract/notification.ts")).notificationPageSchema,
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  });
}

export type NeverNotifiedSearch = FilterSearch<typeof rangeFilters>;

export function neverNotifiedInput(search: NeverNotifiedSearch, cursor: string | null = null) {
  return definedInput({ ...search, limit: 100, cursor });
}

/** Online sales that no notification is about. */
export function neverNotifiedQuery(scope: Scope, search: NeverNotifiedSearch) {
  return infiniteQueryOptions({
    queryKey: [...scopeKey(scope), "never-notified", search],
    queryFn: ({ pageParam, signal }) =>
      fetchJson(`${scopePath(scope)}/notifications/never-notified${toQueryString(neverNotifiedInput(search, pageParam))}`, {
        schema: async () => (await import("../contract/transaction.ts")).neverNotifiedPageSchema,
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    refetchInterval: ({ state }) => (state.data?.pages.some(({ complete }) => !complete) ? 2_000 : false),
  });
}

export function notificationQuery(scope: Scope, id: string) {
  return queryOptions({
    queryKey: [...scopeKey(scope), "notification", id],
    queryFn: ({ signal }) =>
      fetchJson(pathOf(scope, id), {
        schema: async () => (await import("../contract/notification.ts")).notificationDetailSchema,
        signal,
      }),
  });
}

export function differenceQuery(scope: Scope, id: string, withId: string) {
  return queryOptions({
    queryKey: [...scopeKey(scope), "notification-difference", id, withId],
    queryFn: ({ signal }) =>
      fetchJson(`${pathOf(scope, id)}/difference${toQueryString({ with: withId })}`, {
        schema: async () => (await import("../contract/notification.ts")).notificationDifferenceSchema,
        signal,
      }),
  });
}

function pathOf(scope: Scope, id: string): string {
  return `${scopePath(scope)}/notifications/${encodeURIComponent(id)}`;
}

export function replayNotification(scope: Scope, id: string) {
  return fetchJson(`${pathOf(scope, id)}/replay`, {
    method: "POST",
    body: {},
    schema: async () => (await import("../contract/notification.ts")).replaySchema,
  });
}

export function reverifyNotification(scope: Scope, id: string) {
  return fetchJson(`${pathOf(scope, id)}/reverify`, {
    method: "POST",
    body: {},
    schema: async () => (await import("../contract/notification.ts")).reverifiedSchema,
  });
}

export function reverifyAll(scope: Scope) {
  return fetchJson(`${scopePath(scope)}/notifications/reverify`, {
    method: "POST",
    body: {},
    schema: async () => (await import("../contract/notification.ts")).reverifiedSchema,
  });
}

/** Has the gateway asked again, in the background. */
export function lookAgainForNotification(scope: Scope, id: string) {
  return fetchJson(`${pathOf(scope, id)}/look-again`, { method: "POST", body: {} });
}

export function revealNotification(scope: Scope, id: string, reason: string) {
  return fetchJson(`${pathOf(scope, id)}/reveal`, {
    method: "POST",
    body: { reason },
    schema: async () => (await import("../contract/notification.ts")).revealedFieldsSchema,
  });
}

export function rawBodyPath(scope: Scope, id: string, reason: string): string {
  return `${pathOf(scope, id)}/raw${toQueryString({ reason })}`;
}

/** The received bytes; reading them is written into the audit with the reason. Throws ApiError. */
export async function fetchRawBody(scope: Scope, id: string, reason: string): Promise<Uint8Array> {
  const response = await fetch(rawBodyPath(scope, id, reason));
  if (!response.ok) throw await toApiError(response);
  return new Uint8Array(await response.arrayBuffer());
}
