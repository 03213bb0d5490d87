"use client";

import { Button } from "@heroui/react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { RestoreButton } from "#components/merchants/restore-button.tsx";
import { useArchive } from "#components/merchants/use-archive.ts";
import { useMerchant } from "#components/merchants/use-merchant.ts";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { Panel } from "#components/ui/panel.tsx";
import type { Scope } from "#lib/queries/keys.ts";

/** Archives a merchant, or restores it; for administrators. */
export function ArchivePanel({ scope, name }: { scope: Scope; name: string }) {
  const t = useTranslations("frame.merchants.archive");
  const merchant = useMerchant(scope.environment, scope.merchant ?? "");
  if (!merchant) return null;
  return (
    <Panel title={t("title")}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-muted">{t(merchant.archivedAt ? "restoreHint" : "hint")}</p>
        {merchant.archivedAt ? <RestoreButton scope={scope} /> : <ArchiveDialog scope={scope} name={name} />}
      </div>
    </Panel>
  );
}

function ArchiveDialog({ scope, name }: { scope: Scope; name: string }) {
  const t = useTranslations("frame.merchants.archive");
  const [isOpen, setOpen] = useState(false);
  const mutation = useArchive(scope, "archive", () => setOpen(false));
  return (
    <ConfirmDialog
      title={t("question", { name })}
      trigger={
        <Button size="sm" variant="secondary">
          {t("archive")}
        </Button>
      }
      isOpen={isOpen}
      onOpenChange={setOpen}
      failedTitle={t("failed")}
      error={mutation.error}
      submitLabel={t("archive")}
      onSubmit={() => mutation.mutate()}
      isPending={mutation.isPending}
    >
      <p>{t("consequence")}</p>
      <p>{t("credentials")}</p>
    </ConfirmDialog>
  );
}
