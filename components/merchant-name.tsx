"use client";

import { useQuery } from "@tanstack/react-query";
import { useMerchant } from "#components/merchants/use-merchant.ts";
import { useEnvironment } from "#components/ui/environment-context.tsx";
import { merchantNamesQuery } from "#lib/queries/merchants.ts";

/** A merchant's name; its slug until the name is known. */
export function MerchantName({ slug }: { slug: string }) {
  return useMerchantName(slug);
}

/** The same as text, for the name of a button. */
export function useMerchantName(slug: string): string {
  const { environment } = useEnvironment();
  const name = useQuery(merchantNamesQuery(environment)).data?.[slug];
  const merchant = useMerchant(environment, name === undefined ? slug : undefined);
  return name ?? merchant?.name ?? slug;
}
