import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { FilterSearch, notificationFilters, rangeFilters } from "#lib/contract/filters.ts";
import { callOperation } from "./call-operation.ts";
import { definedInput, toQueryString } from "./fetch-json.ts";
import { type Scope, scopeKey, scopePath } from "./keys.ts";
import { send, whileReachable } from "./send.ts";
import { isStillRead, readAgainMs } from "./transactions.ts";

const notificationOperations = async () => (await import("#lib/contract/notification-operations.ts")).notificationOperations;
const sendingOperations = async () => (await import("#lib/contract/notification-sending.ts")).notificationSendingOperations;

export type NotificationSearch = FilterSearch<typeof notificationFilters>;

/** The query of the list's page after `cursor`, for the browser and for the server. */
export function notificationsInput(search: Partial<NotificationSearch>, cursor: string | null = null) {
  return definedInput({ ...search, limit: 100, cursor });
}

export function notificationsQuery(scope: Scope, search: Partial<NotificationSearch>) {
  return infiniteQueryOptions({
    queryKey: [...scopeKey(scope), "notifications", search],
    queryFn: ({ pageParam, signal }) =>
      callOperation(notificationOperations, scope.merchant === null ? "listAllNotifications" : "listNotifications", {
        params: scope,
        query: notificationsInput(search, pageParam),
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

/** Online sales without a notification. */
export function neverNotifiedQuery(scope: Scope, search: NeverNotifiedSearch) {
  return infiniteQueryOptions({
    queryKey: [...scopeKey(scope), "never-notified", search],
    queryFn: ({ pageParam, signal }) =>
      callOperation(notificationOperations, scope.merchant === null ? "listAllNeverNotified" : "listNeverNotified", {
        params: scope,
        query: neverNotifiedInput(search, pageParam),
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    // The first page reads the ledger; the others say what is stored.
    refetchInterval: ({ state }) => (state.data?.pages.slice(0, 1).some(isStillRead) ? readAgainMs(scope) : false),
  });
}

export function notificationQuery(scope: Scope, id: string) {
  return queryOptions({
    queryKey: [...scopeKey(scope), "notification", id],
    queryFn: ({ signal }) => callOperation(notificationOperations, "getNotification", { params: { ...scope, id }, signal }),
  });
}

export function differenceQuery(scope: Scope, id: string, withId: string) {
  return queryOptions({
    queryKey: [...scopeKey(scope), "notification-difference", id, withId],
    queryFn: ({ signal }) =>
      callOperation(notificationOperations, "compareNotifications", {
        params: { ...scope, id },
        query: { with: withId },
        signal,
      }),
  });
}

function pathOf(scope: Scope, id: string): string {
  return `${scopePath(scope)}/notifications/${encodeURIComponent(id)}`;
}

export function replayNotification(scope: Scope, id: string) {
  return callOperation(notificationOperations, "replayNotification", { params: { ...scope, id } });
}

/** Once, to any public https address. */
export function sendNotification(scope: Scope, { id, ...body }: { id: string; url: string; reason: string }) {
  return callOperation(sendingOperations, "sendNotification", { params: { ...scope, id }, body });
}

export function reverifyNotification(scope: Scope, id: string) {
  return callOperation(notificationOperations, "reverifyNotification", { params: { ...scope, id } });
}

/** `cursor`: of those that the previous call left. */
export function reverifyAll(scope: Scope, cursor: string | null) {
  return callOperation(notificationOperations, "reverifyNotifications", { params: scope, body: cursor ? { cursor } : {} });
}

/** Queries the gateway again, in the background. */
export function lookAgainForNotification(scope: Scope, id: string) {
  return callOperation(notificationOperations, "lookAgainForNotification", { params: { ...scope, id } });
}

export function revealNotification(scope: Scope, id: string, reason: string) {
  return callOperation(notificationOperations, "revealNotification", { params: { ...scope, id }, body: { reason } });
}

export function rawBodyPath(scope: Scope, id: string, reason: string): string {
  return `${pathOf(scope, id)}/raw${toQueryString({ reason })}`;
}

/** The received bytes; reading them writes an audit entry with the reason. Throws ApiError. */
export async function fetchRawBody(scope: Scope, id: string, reason: string): Promise<Uint8Array> {
  const response = await send(rawBodyPath(scope, id, reason));
  return new Uint8Array(await whileReachable(() => response.arrayBuffer(), undefined));
}
