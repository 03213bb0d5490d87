"use client";

import { useMemo, useSyncExternalStore } from "react";

/** Slugs of an environment that this person pinned or visited last, kept in this browser. */
export type Visited = { pinned: readonly string[]; recent: readonly string[] };

const changed = "counterfoil-visited";
const pinnedMax = 20;
const recentMax = 5;
const none = '{"pinned":[],"recent":[]}';

/** What is kept, and how to change it. Empty for a person who is not known yet. */
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
        recent: [slug, ...recent.filter((each) => each !== slug)].slice(0, recentMax),
      })),
    togglePin: (slug: string) =>
      change(({ pinned, recent }) => ({
        pinned: pinned.includes(slug) ? pinned.filter((each) => each !== slug) : [...pinned, slug].slice(-pinnedMax),
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
    // A browser that keeps nothing pins nothing.
  }
  dispatchEvent(new Event(changed));
}

/** Anything but lists of texts counts as nothing: other versions and other programs write here too. */
function parse(text: string): Visited {
  try {
    const { pinned, recent } = JSON.parse(text);
    return { pinned: textsIn(pinned), recent: textsIn(recent) };
  } catch {
    return { pinned: [], recent: [] };
  }
}

function textsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((each): each is string => typeof each === "string") : [];
}
