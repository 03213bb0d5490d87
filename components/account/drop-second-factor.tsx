import { Button } from "@heroui/react";
import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { toast } from "#components/ui/toast.ts";
import { showsError } from "#lib/queries/failed-changes.ts";
import { dropSecondFactor } from "#lib/queries/session.ts";

/** Turns the user's own second factor off, after a question. */
export function DropSecondFactor({ onSettled }: { onSettled: () => void }) {
  const t = useTranslations("account.factor");
  const common = useTranslations("common");
  const [isOpen, setOpen] = useState(false);
  const mutation = useMutation({
    meta: showsError,
    mutationFn: dropSecondFactor,
    onSuccess: () => {
      toast.success(t("dropped"));
      setOpen(false);
    },
    onSettled,
  });
  return (
    <ConfirmDialog
      title={t("giveUpSure")}
      trigger={<Button variant="danger-soft">{t("giveUp")}</Button>}
      isOpen={isOpen}
      onOpenChange={setOpen}
      failedTitle={common("notDone")}
      error={mutation.error}
      submitLabel={t("giveUp")}
      onSubmit={() => mutation.mutate()}
      isPending={mutation.isPending}
      isDanger
    >
      <p>{t("giveUpAbout")}</p>
    </ConfirmDialog>
  );
}
