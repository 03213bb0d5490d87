"use client";

import { Button } from "@heroui/react";
import type { UseQueryResult } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";

type Props<Sums> = {
  query: Pick<UseQueryResult<Sums>, "data" | "isPending" | "refetch">;
  loadingLabel: string;
  failedLabel: string;
  totals: (sums: Sums) => ReactNode;
  /** Tables behind buttons. */
  parts: (sums: Sums) => ReactNode;
};

/** What the rows of a list come to, in the line below them: also while it is added up, and where that failed. */
export function FooterSums<Sums>({ query, loadingLabel, failedLabel, totals, parts }: Props<Sums>) {
  const t = useTranslations("common");
  const { data } = query;
  if (query.isPending) return <p className="text-muted text-xs">{loadingLabel}</p>;
  if (!data) {
    return (
      <>
        <p role="alert" className="text-danger">
          {failedLabel}
        </p>
        <Button size="sm" variant="secondary" onPress={() => void query.refetch()}>
          {t("tryAgain")}
        </Button>
      </>
    );
  }
  return (
    <div className="flex grow flex-wrap items-center justify-between gap-x-3 print:block">
      {totals(data)}
      <div className="flex flex-wrap items-center print:block">{parts(data)}</div>
    </div>
  );
}
