import { Button } from "@heroui/react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { toast } from "#components/ui/toast.ts";
import { showsError } from "#lib/queries/failed-changes.ts";
import { staffQuery, withdrawInvitation } from "#lib/queries/staff.ts";

/** Closes a link that nobody used yet, after a question that names its recipient. `email`: null for the first administrator. */
export function RevokeLink({ id, email }: { id: string; email: string | null }) {
  const t = useTranslations("staff.links");
  const common = useTranslations("common");
  const [isOpen, setOpen] = useState(false);
  const client = useQueryClient();
  const mutation = useMutation({
    meta: showsError,
    mutationFn: () => withdrawInvitation(id),
    onSuccess: () => {
      toast.success(t("withdrawn"));
      setOpen(false);
    },
    onSettled: () => void client.invalidateQueries({ queryKey: staffQuery().queryKey }),
  });
  return (
    <ConfirmDialog
      title={t("withdrawSure", { email: email ?? t("kinds.first_admin") })}
      trigger={
        <Button
          size="sm"
          variant="ghost"
          className="h-7"
          aria-label={email === null ? t("withdrawFirst") : t("withdrawOf", { email })}
        >
          {t("withdraw")}
        </Button>
      }
      isOpen={isOpen}
      onOpenChange={setOpen}
      failedTitle={common("notDone")}
      error={mutation.error}
      submitLabel={t("withdraw")}
      onSubmit={() => mutation.mutate()}
      isPending={mutation.isPending}
      isDanger
    >
      <p>{t("withdrawAbout")}</p>
    </ConfirmDialog>
  );
}
