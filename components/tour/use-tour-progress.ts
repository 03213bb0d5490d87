"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { usePathname } from "next/navigation";
import { useCallback, useEffect, useSyncExternalStore } from "react";
import type { PaymentLinkState } from "#lib/contract/payment-link.ts";
import { ApiError } from "#lib/queries/api-error.ts";
import { notificationQuery } from "#lib/queries/notifications.ts";
import { paymentLinkQuery } from "#lib/queries/payment-links.ts";
import { beginTour, type Tour, type TourStep, withDone } from "./tour-state.ts";
import { changeTour } from "./tour-store.ts";

type Search = { queryKey: readonly unknown[]; state: { data: unknown } };

const environment = "sandbox";

/** Watches the tour's payment and marks completed steps; returns the payment's state. */
export function useTourProgress({ merchant, token }: Tour): PaymentLinkState | undefined {
  const scope = { environment, merchant };
  const pathname = usePathname();
  const { data: link, error } = useQuery({ ...paymentLinkQuery(scope, token ?? ""), enabled: token !== null });
  const shown = link?.notifications.find(({ id }) => pathname === `/${environment}/${merchant}/notifications/${id}`);
  const { data: opened } = useQuery({ ...notificationQuery(scope, shown?.id ?? ""), enabled: shown !== undefined });
  const isInLog = pathname === `/${environment}/notifications` || pathname === `/${environment}/${merchant}/notifications`;
  const hasArrived = (link?.notifications.length ?? 0) > 0;
  const happened: Record<TourStep, boolean> = {
    create: link !== undefined,
    pay: link?.status === "paid" || link?.status === "refunded",
    notified: hasArrived && (isInLog || shown !== undefined),
    find: useIsFound(link),
    open: opened?.verdict === "valid" && opened.transaction !== null,
    refund: link?.status === "refunded",
  };
  const steps = (Object.keys(happened) as TourStep[]).filter((step) => happened[step]).join();
  useEffect(() => {
    if (steps !== "") changeTour((tour) => withDone(tour, steps.split(",") as TourStep[]));
  }, [steps]);
  const isGone = error instanceof ApiError && error.status === 404;
  useEffect(() => {
    if (isGone) changeTour(({ merchant: same }) => beginTour(same));
  }, [isGone]);
  return link;
}

/** Whether one of this page's searches found the payment. */
function useIsFound(link: PaymentLinkState | undefined): boolean {
  const cache = useQueryClient().getQueryCache();
  const watch = useCallback((listen: () => void) => cache.subscribe(listen), [cache]);
  const checkSearches = () => link !== undefined && link.status !== "pending" && isFound(cache.getAll(), link);
  return useSyncExternalStore(watch, checkSearches, () => false);
}

/** Whether a search of the search box or the palette has this payment, or its notification, among its hits. */
export function isFound(
  queries: readonly Search[],
  { orderId, trnref, notifications }: Pick<PaymentLinkState, "orderId" | "trnref" | "notifications">,
): boolean {
  const marks = [orderId, trnref, ...notifications.map(({ id }) => id)].filter((mark) => mark !== null);
  return queries.some(({ queryKey: [environment, , kind], state: { data } }) => {
    if (environment !== "sandbox" || (kind !== "find" && kind !== "quick-find") || data === undefined) return false;
    const text = JSON.stringify(data);
    return marks.some((mark) => text.includes(`"${mark}"`) || text.includes(`/${mark}"`));
  });
}
