import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { toast } from "#components/ui/toast.ts";
import type { OpenInvitation } from "#lib/contract/staff.ts";
import { showsError } from "#lib/queries/failed-changes.ts";
import { staffQuery, withdrawInvitation } from "#lib/queries/staff.ts";

type Props = { invitation: OpenInvitation; onClose: () => void };

/** Closes a link that nobody used yet, after a question that names its recipient. */
export function RevokeLink({ invitation: { id, email }, onClose }: Props) {
  const t = useTranslations("staff.links");
  const common = useTranslations("common");
  const client = useQueryClient();
  const mutation = useMutation({
    meta: showsError,
    mutationFn: () => withdrawInvitation(id),
    onSuccess: () => {
      toast.success(t("withdrawn"));
      onClose();
    },
    onSettled: () => void client.invalidateQueries({ queryKey: staffQuery().queryKey }),
  });
  return (
    <ConfirmDialog
      title={t("withdrawSure", { email: email ?? t("kinds.first_admin") })}
      isOpen
      onOpenChange={(isOpen) => isOpen || onClose()}
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
