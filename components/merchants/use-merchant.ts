"use client";

import { useQuery } from "@tanstack/react-query";
import type { Merchant } from "#lib/contract/merchant.ts";
import { merchantQuery, merchantsQuery } from "#lib/queries/merchants.ts";

/** One merchant: from those loaded with the page, or fetched; undefined while loading, null when it does not exist. */
export function useMerchant(environment: string, slug: string | undefined): Merchant | null | undefined {
  const few = useQuery(merchantsQuery(environment));
  const known = few.data?.find((merchant) => merchant.slug === slug);
  const isAsked = slug !== undefined && few.data !== undefined && known === undefined;
  const { data } = useQuery({ ...merchantQuery(environment, slug ?? ""), enabled: isAsked });
  return known ?? data;
}
