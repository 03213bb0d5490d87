import { MutationCache } from "@tanstack/react-query";

/** `meta` of a change. */
type ChangeMeta = {
  /** Its error is shown where it was made, for as long as that is on the page. */
  showsError?: boolean;
  /** What is told instead of the reason alone. */
  toFailureText?: (reason: string, error: unknown) => string;
};

declare module "@tanstack/react-query" {
  interface Register {
    mutationMeta: ChangeMeta;
  }
}

/** Of a change whose error its own component shows. */
export const showsError = { showsError: true } as const satisfies ChangeMeta;

export type ShowFailure = (error: unknown, meta: ChangeMeta) => void;

/**
 * A cache that calls `onFailure` with every change that fails and whose error nothing on the page shows: none of `showsError`,
 * or one whose component is gone. What was aborted did not fail.
 */
export function createMutationCache(onFailure: ShowFailure): MutationCache {
  const observers = new WeakMap<object, Set<object>>();
  const cache = new MutationCache({
    onError: (error, _variables, _context, mutation) => {
      const isShown = mutation.meta?.showsError === true && (observers.get(mutation)?.size ?? 0) > 0;
      if (!isShown && !isAbort(error)) onFailure(error, mutation.meta ?? {});
    },
  });
  cache.subscribe((event) => {
    if (event.type === "observerAdded") {
      const known = observers.get(event.mutation);
      if (known) known.add(event.observer);
      else observers.set(event.mutation, new Set([event.observer]));
    } else if (event.type === "observerRemoved") observers.get(event.mutation)?.delete(event.observer);
  });
  return cache;
}

function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === "AbortError";
}
