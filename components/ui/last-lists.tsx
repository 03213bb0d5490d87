"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { useEffect } from "react";

const key = "lists";
const listsMax = 8;

/** The addresses of the lists that were open in this tab, with their filters, the latest first; one for each path. */
export function readLists(stored: string | null): readonly string[] {
  try {
    const lists: unknown = JSON.parse(stored ?? "[]");
    return Array.isArray(lists) ? lists.filter((item) => typeof item === "string") : [];
  } catch {
    return [];
  }
}

export function withList(stored: string | null, { path, search }: { path: string; search: string }): string {
  const others = readLists(stored).filter((address) => address.split("?")[0] !== path);
  return JSON.stringify([search === "" ? path : `${path}?${search}`, ...others].slice(0, listsMax));
}

export function storedLists(): string | null {
  return sessionStorage.getItem(key);
}

/** Remembers the address of the list that is shown, so that a record's page leads back to it. */
export function RememberList() {
  const path = usePathname();
  const search = useSearchParams().toString();
  useEffect(() => sessionStorage.setItem(key, withList(storedLists(), { path, search })), [path, search]);
  return null;
}
