"use client";

import { useMemo, useSyncExternalStore } from "react";

/** Slugs of an environment's merchants that this user pinned or visited last, stored in this browser. */
export type Visited = { pinned: readonly string[]; recent: readonly string[] };

const changed = "counterfoil-visited";
const pinnedMax = 20;
const recentMax = 5;
const none = '{"pinned":[],"recent":[]}';

/** The stored slugs, and functions to change them. Empty while the user is unknown. */
export function useVisited(environment: string, staffId: string | undefined) {
  const key = staffId === undefined ? undefined : `counterfoil.merchants.${staffId}.${environment}`;
  const text = useSyncExternalStore(
    watch,
    () => (key === undefined ? none : read(key)),
    () => none,
  );
  const visited = useMemo(() => parse(text), [text]);
  const change = (next: (before: Visited) => Visited) => {
    if (key !== undefined) write(key, next(parse(read(key))));
  };
  return {
    visited,
    visit: (slug: string) =>
      change(({ pinned, recent }) => ({
        pinned,
        recent: [slug, ...recent.filter((item) => item !== slug)].slice(0, recentMax),
      })),
    togglePin: (slug: string) =>
      change(({ pinned, recent }) => ({
        pinned: pinned.includes(slug) ? pinned.filter((item) => item !== slug) : [...pinned, slug].slice(-pinnedMax),
        recent,
      })),
  };
}

function watch(listen: () => void): () => void {
  addEventListener(changed, listen);
  addEventListener("storage", listen);
  return () => {
    removeEventListener(changed, listen);
    removeEventListener("storage", listen);
  };
}

function read(key: string): string {
  try {
    return localStorage.getItem(key) ?? none;
  } catch {
    return none;
  }
}

function write(key: string, visited: Visited): void {
  const text = JSON.stringify(visited);
  if (text === read(key)) return;
  try {
    localStorage.setItem(key, text);
  } catch {
    // Ignored when the browser allows no storage.
  }
  dispatchEvent(new Event(changed));
}

/** Ignores anything but lists of strings: other versions may have written here. */
function parse(text: string): Visited {
  try {
    const { pinned, recent } = JSON.parse(text);
    return { pinned: textsIn(pinned), recent: textsIn(recent) };
  } catch {
    return { pinned: [], recent: [] };
  }
}

function textsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === "string") : [];
}
