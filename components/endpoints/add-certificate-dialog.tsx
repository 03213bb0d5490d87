"use client";

import { useTranslations } from "next-intl";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import type { Endpoint } from "#lib/contract/endpoint.ts";
import type { EndpointDryRun } from "#lib/contract/endpoint-dry-run.ts";
import type { Scope } from "#lib/queries/keys.ts";
import { DryRunResult } from "./dry-run-result.tsx";
import { useEndpointChange } from "./use-endpoint-change.ts";

type Props = {
  scope: Scope;
  endpoint: Endpoint;
  pasted: string;
  result: EndpointDryRun;
  onAdded: () => void;
  onClose: () => void;
};

/** What the pasted certificate would verify of the last notifications; then it can be added. */
export function AddCertificateDialog({ scope, endpoint, pasted, result, onAdded, onClose }: Props) {
  const t = useTranslations("endpoints");
  const { mutate, isPending, error } = useEndpointChange(scope, endpoint.id, () => {
    onAdded();
    onClose();
  });
  return (
    <ConfirmDialog
      title={t("certificates.add.dialog")}
      isOpen
      onOpenChange={(isOpen) => isOpen || onClose()}
      className="sm:max-w-lg"
      failedTitle={t("certificates.add.failed")}
      error={error}
      submitLabel={t("certificates.add.action")}
      onSubmit={() => mutate({ addCertificates: [pasted] })}
      isPending={isPending}
    >
      <DryRunResult scope={scope} result={result} />
    </ConfirmDialog>
  );
}
