"use client";

import { useQuery } from "@tanstack/react-query";
import { useMerchant } from "#components/merchants/use-merchant.ts";
import { useEnvironment } from "#components/ui/environment-context.tsx";
import { merchantNamesQuery } from "#lib/queries/merchants.ts";

/** A merchant's name; its slug until the name is known. A list has one in each row: it asks only for a name that did not come with the page. */
export function MerchantName({ slug }: { slug: string }) {
  return useKnownName(slug) ?? <LoadedName slug={slug} />;
}

function LoadedName({ slug }: { slug: string }) {
  return useMerchantName(slug);
}

/** The same as text, for the name of a button. */
export function useMerchantName(slug: string): string {
  const { environment } = useEnvironment();
  const name = useKnownName(slug);
  const merchant = useMerchant(environment, name === undefined ? slug : undefined);
  return name ?? merchant?.name ?? slug;
}

function useKnownName(slug: string): string | undefined {
  const { environment } = useEnvironment();
  const { data: names = {} } = useQuery(merchantNamesQuery(environment));
  return Object.hasOwn(names, slug) ? names[slug] : undefined;
}
