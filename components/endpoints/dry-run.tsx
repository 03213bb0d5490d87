"use client";

import { Skeleton } from "@heroui/react";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { Loaded } from "#components/ui/loaded.tsx";
import type { EndpointDryRunInput } from "#lib/contract/endpoint-dry-run.ts";
import { endpointDryRunQuery } from "#lib/queries/endpoint-dry-run.ts";
import type { Scope } from "#lib/queries/keys.ts";
import { DryRunResult } from "./dry-run-result.tsx";

type Props = { scope: Scope; endpointId: string; change: EndpointDryRunInput; isWarned?: boolean };

/** Dry run before a change of certificates or field order: how the last notifications would verify. */
export function DryRun({ scope, endpointId, change, isWarned = false }: Props) {
  const t = useTranslations("endpoints");
  const query = useQuery(endpointDryRunQuery(scope, { endpointId, change }));
  const loading = <Skeleton className="h-12 rounded" role="status" aria-label={t("dryRun.loading")} />;
  const isAboutKeys = change.endCertificates !== undefined;
  return (
    <Loaded query={query} failedTitle={t("dryRun.failed")} loading={loading}>
      {(result) => <DryRunResult scope={scope} result={result} isAboutKeys={isAboutKeys} isWarned={isWarned} />}
    </Loaded>
  );
}
