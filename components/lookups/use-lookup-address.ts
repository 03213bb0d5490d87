"use client";

import { useQueryClient } from "@tanstack/react-query";
import { parseAsString, useQueryStates } from "nuqs";
import { useEffect, useRef } from "react";
import { isShortLookup, sharedLookupQuery, shareLookup } from "#lib/queries/lookups.ts";

const addressParsers = { refs: parseAsString, list: parseAsString, merchant: parseAsString };

type Options = {
  environment: string;
  /** The references of the address. */
  given: readonly string[];
  /** Another list, or none (""), is put into the address. */
  onList: (list: string) => void;
};

/**
 * The merchant in the address, and `keep`, which makes it the address of the references that are looked up: so that they are there
 * again after Back and a reload. Many of them are stored under an id; the address has none of them where that fails.
 */
export function useLookupAddress({ environment, given, onList }: Options) {
  const client = useQueryClient();
  const [{ merchant }, setAddress] = useQueryStates(addressParsers);
  const latest = useRef(0);
  // Stored too late, a list must not change the address of the next page.
  useEffect(() => {
    return () => {
      latest.current += 1;
    };
  }, []);

  function replace(refs: string | null, list: string | null) {
    onList(list ?? "");
    void setAddress({ refs, list });
  }

  async function keep(references: readonly string[]) {
    const own = ++latest.current;
    if (references.length === given.length && references.every((reference, index) => reference === given[index])) return;
    if (isShortLookup(references)) return replace(references.join(","), null);
    const stored = await shareLookup(environment, references).catch(() => undefined);
    if (own !== latest.current) return;
    if (stored) client.setQueryData(sharedLookupQuery(environment, stored.id).queryKey, stored);
    replace(null, stored?.id ?? null);
  }

  return { merchant, setMerchant: (slug: string | null) => void setAddress({ merchant: slug }), keep };
}
