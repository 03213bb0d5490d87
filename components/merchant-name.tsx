"use client";

import { useQuery } from "@tanstack/react-query";
import { useEnvironment } from "#components/layout/environment-context.tsx";
import { merchantsQuery } from "#lib/queries/merchants.ts";

/** A merchant as people call it; by its slug until the names are there. */
export function MerchantName({ slug }: { slug: string }) {
  const { environment } = useEnvironment();
  const { data: name } = useQuery({
    ...merchantsQuery(environment),
    select: (merchants) => merchants.find((merchant) => merchant.slug === slug)?.name,
  });
  return name ?? slug;
}
