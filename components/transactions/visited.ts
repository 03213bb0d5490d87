"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useSyncExternalStore } from "react";
import { whoAmIQuery } from "#lib/queries/session.ts";

/** Maximum number of entries; the oldest are removed first. */
const keptMax = 2_000;

/** The list with the newest entry last and without duplicates. */
export function withVisited(previous: readonly string[], key: string, max = keptMax): string[] {
  return [...previous.filter((item) => item !== key), key].slice(-max);
}

export function visitedKey({ merchant, reference, id }: { merchant: string; reference: string | null; id: string }): string {
  return reference === null ? `${merchant}/id/${id}` : `${merchant}/${reference}`;
}

const nothing: ReadonlySet<string> = new Set();
const listeners = new Set<() => void>();
let known: { name: string; text: string; keys: ReadonlySet<string> } = { name: "", text: "", keys: nothing };

function read(name: string): ReadonlySet<string> {
  const text = localStorage.getItem(name) ?? "[]";
  if (known.name !== name || known.text !== text) known = { name, text, keys: parse(text) };
  return known.keys;
}

function parse(text: string): ReadonlySet<string> {
  try {
    const stored: unknown = JSON.parse(text);
    return new Set(Array.isArray(stored) ? stored.map(String) : []);
  } catch {
    return nothing;
  }
}

function listen(onChange: () => void): () => void {
  listeners.add(onChange);
  addEventListener("storage", onChange);
  return () => {
    listeners.delete(onChange);
    removeEventListener("storage", onChange);
  };
}

/** Stored in this browser only: what a user viewed is private, and not worth a request each time. */
function useStorageName(environment: string): string {
  const { data } = useQuery(whoAmIQuery());
  return `counterfoil.visited ${environment} ${data?.staff.email ?? ""}`;
}

/** Transactions that this user has opened in this browser. */
export function useVisited(environment: string): ReadonlySet<string> {
  const name = useStorageName(environment);
  return useSyncExternalStore(
    listen,
    () => read(name),
    () => nothing,
  );
}

/** Remembers that the page's transaction was opened. */
export function useRememberVisit(environment: string, key: string): void {
  const name = useStorageName(environment);
  useEffect(() => {
    localStorage.setItem(name, JSON.stringify(withVisited([...read(name)], key)));
    for (const listener of listeners) listener();
  }, [name, key]);
}
