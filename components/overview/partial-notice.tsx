"use client";

import { Alert } from "@heroui/react";
import { useQuery } from "@tanstack/react-query";
import { useEnvironment } from "#components/layout/environment-context.tsx";
import { merchantsQuery } from "#lib/queries/merchants.ts";
import { overviewWords as words } from "./overview-words.ts";

/** Whose ledger the sums do not hold wholly. */
export function PartialNotice({ slugs }: { slugs: readonly string[] }) {
  const { environment } = useEnvironment();
  const { data = [] } = useQuery(merchantsQuery(environment));
  const names = slugs.map((slug) => data.find((merchant) => merchant.slug === slug)?.name ?? slug);
  return (
    <Alert status="warning" className="mb-4">
      <Alert.Indicator />
      <Alert.Content>
        <Alert.Title>{words.partialTitle}</Alert.Title>
        <Alert.Description>{words.partial(names.join(", "), names.length === 1)}</Alert.Description>
      </Alert.Content>
    </Alert>
  );
}
