import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { StaffMember } from "#lib/contract/staff.ts";
import { showsError } from "#lib/queries/failed-changes.ts";
import { endFor, staffQuery } from "#lib/queries/staff.ts";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import { toast } from "../ui/toast.ts";

type Props = { member: StaffMember; onClose: () => void };

/** Removes a lost second factor after a question that names the account. */
export function RemoveFactorDialog({ member: { id, email }, onClose }: Props) {
  const t = useTranslations("staff");
  const common = useTranslations("common");
  const client = useQueryClient();
  const mutation = useMutation({
    meta: showsError,
    mutationFn: () => endFor(id, "resetSecondFactor"),
    onSuccess: () => {
      toast.success(t("done.factor"));
      onClose();
    },
    onSettled: () => void client.invalidateQueries({ queryKey: staffQuery().queryKey }),
  });
  return (
    <ConfirmDialog
      title={t("acts.factorSure", { email })}
      isOpen
      onOpenChange={(isOpen) => isOpen || onClose()}
      failedTitle={common("notDone")}
      error={mutation.error}
      submitLabel={t("acts.factor")}
      onSubmit={() => mutation.mutate()}
      isPending={mutation.isPending}
      isDanger
    >
      <p>{t("acts.factorAbout")}</p>
    </ConfirmDialog>
  );
}
