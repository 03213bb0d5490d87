"use client";

import { Skeleton } from "@heroui/react";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { ErrorNotice } from "#components/ui/error-notice.tsx";
import type { EndpointDryRunInput } from "#lib/contract/endpoint-dry-run.ts";
import { endpointDryRunQuery } from "#lib/queries/endpoint-dry-run.ts";
import type { Scope } from "#lib/queries/keys.ts";
import { DryRunResult } from "./dry-run-result.tsx";

type Props = { scope: Scope; endpointId: string; change: EndpointDryRunInput; isWarned?: boolean };

/** Dry run before a change of certificates or field order: how the last notifications would verify. */
export function DryRun({ scope, endpointId, change, isWarned = false }: Props) {
  const t = useTranslations("endpoints");
  const { data, error, isPending, refetch } = useQuery(endpointDryRunQuery(scope, { endpointId, change }));
  if (error) return <ErrorNotice title={t("dryRun.failed")} error={error} onRetry={() => void refetch()} />;
  if (isPending) return <Skeleton className="h-12 rounded" role="status" aria-label={t("dryRun.loading")} />;
  return <DryRunResult scope={scope} result={data} isAboutKeys={change.endCertificates !== undefined} isWarned={isWarned} />;
}
