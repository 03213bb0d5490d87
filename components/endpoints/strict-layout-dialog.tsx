"use client";

import { useTranslations } from "next-intl";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import type { Scope } from "#lib/queries/keys.ts";
import { DryRun } from "./dry-run.tsx";
import { useEndpointChange } from "./use-endpoint-change.ts";

type Props = {
  scope: Scope;
  endpointId: string;
  /** What it would be. */
  strictLayout: boolean;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
};

/** What the switched rule means, with a dry run of it; then it can be switched. */
export function StrictLayoutDialog({ scope, endpointId, strictLayout, isOpen, onOpenChange }: Props) {
  const t = useTranslations("endpoints");
  const { mutate, isPending, error } = useEndpointChange(scope, endpointId, () => onOpenChange(false));
  return (
    <ConfirmDialog
      title={t(strictLayout ? "strict.require" : "strict.drop")}
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      className="sm:max-w-lg"
      warning={t(strictLayout ? "strict.requireAbout" : "strict.dropAbout")}
      failedTitle={t("certificates.failed")}
      error={error}
      submitLabel={t(strictLayout ? "strict.requireNow" : "strict.dropNow")}
      onSubmit={() => mutate({ strictLayout })}
      isPending={isPending}
      isDanger={!strictLayout}
    >
      {isOpen ? <DryRun scope={scope} endpointId={endpointId} change={{ strictLayout }} /> : null}
    </ConfirmDialog>
  );
}
