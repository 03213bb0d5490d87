"use client";

import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { Choice } from "#components/ui/choice.tsx";
import { areAll, merchantsQuery } from "#lib/queries/merchants.ts";
import type { MerchantSearchProps } from "./merchant-search.tsx";

// Needed only for many merchants, so it is not part of every page's bundle.
const MerchantSearch = dynamic(() => import("./merchant-search.tsx").then((module) => module.MerchantSearch));

/** Selects a merchant: from a list of a few, or by search among many. */
export function MerchantChoice(props: MerchantSearchProps) {
  const { data, isPending } = useQuery(merchantsQuery(props.environment));
  if (data && !areAll(data)) return <MerchantSearch {...props} />;
  const { environment: _, isFocused: __, anyLabel, ...choice } = props;
  return (
    <Choice
      {...choice}
      {...(anyLabel === undefined ? {} : { anyLabel })}
      options={(data ?? []).map(({ slug, name }) => ({ value: slug, label: name }))}
      isLoading={isPending}
    />
  );
}
