"use client";

import { Alert } from "@heroui/react";
import { useQuery } from "@tanstack/react-query";
import { useFormatter, useTranslations } from "next-intl";
import { useEnvironment } from "#components/layout/environment-context.tsx";
import { merchantsQuery } from "#lib/queries/merchants.ts";

/** Whose ledger the sums do not hold wholly. */
export function PartialNotice({ slugs }: { slugs: readonly string[] }) {
  const t = useTranslations("overview.partial");
  const format = useFormatter();
  const { environment } = useEnvironment();
  const { data = [] } = useQuery(merchantsQuery(environment));
  const names = slugs.map((slug) => data.find((merchant) => merchant.slug === slug)?.name ?? slug);
  return (
    <Alert status="warning" className="mb-4">
      <Alert.Indicator />
      <Alert.Content>
        <Alert.Title>{t("title")}</Alert.Title>
        <Alert.Description>{t("text", { names: format.list(names, { type: "unit" }), count: names.length })}</Alert.Description>
      </Alert.Content>
    </Alert>
  );
}
