"use client";

import { useMerchant } from "#components/merchants/use-merchant.ts";
import { useEnvironment } from "#components/ui/environment-context.tsx";

/** A merchant as people call it; by its slug until the name is there. */
export function MerchantName({ slug }: { slug: string }) {
  const { environment } = useEnvironment();
  return useMerchant(environment, slug)?.name ?? slug;
}
