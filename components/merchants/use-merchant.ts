"use client";

import { useQuery } from "@tanstack/react-query";
import type { Merchant } from "#lib/contract/merchant.ts";
import { merchantQuery, merchantsQuery } from "#lib/queries/merchants.ts";

/** One merchant: from those loaded with the page, or fetched; undefined while loading, null when it does not exist. */
export function useMerchant(environment: string, slug: string | undefined): Merchant | null | undefined {
  const list = useQuery(merchantsQuery(environment));
  const known = list.data?.find((merchant) => merchant.slug === slug);
  const isFetched = slug !== undefined && list.data !== undefined && known === undefined;
  const { data } = useQuery({ ...merchantQuery(environment, slug ?? ""), enabled: isFetched });
  return known ?? data;
}
