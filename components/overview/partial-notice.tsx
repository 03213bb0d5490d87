"use client";

import { useQueries } from "@tanstack/react-query";
import { useFormatter, useTranslations } from "next-intl";
import { useEnvironment } from "#components/ui/environment-context.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { merchantQuery } from "#lib/queries/merchants.ts";

/** Number of merchants named when there are more. */
const namedMax = 10;

/** Merchants whose ledgers are not completely included in the sums. */
export function PartialNotice({ slugs, count }: { slugs: readonly string[]; count: number }) {
  const t = useTranslations("overview.partial");
  const format = useFormatter();
  const { environment } = useEnvironment();
  const named = count > namedMax ? slugs.slice(0, namedMax) : slugs;
  const found = useQueries({ queries: named.map((slug) => merchantQuery(environment, slug)) });
  const names = named.map((slug, index) => found[index]?.data?.name ?? slug);
  const more = count - named.length;
  const shown = more > 0 ? [...names, t("more", { count: more })] : names;
  return (
    <Notice status="warning" className="mb-4" title={t("title")}>
      {t("text", { names: format.list(shown, { type: "unit" }), count })}
    </Notice>
  );
}
