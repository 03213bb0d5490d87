"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Dialog } from "#components/ui/dialog.tsx";
import { DialogForm } from "#components/ui/dialog-form.tsx";
import { ErrorNotice } from "#components/ui/error-notice.tsx";
import { useUndoToast } from "#components/ui/use-undo-toast.ts";
import type { StaffMember } from "#lib/contract/staff.ts";
import { showsError } from "#lib/queries/failed-changes.ts";
import { changeStaff, type StaffRights, staffQuery } from "#lib/queries/staff.ts";
import { StaffRightsFields } from "./staff-rights.tsx";

type Props = { member: StaffMember; onClose: () => void };

export function ChangeRightsDialog({ member, onClose }: Props) {
  const t = useTranslations("staff");
  return (
    <Dialog title={t("rights.title", { email: member.email })} isOpen onOpenChange={(isOpen) => isOpen || onClose()}>
      <RightsForm member={member} onDone={onClose} />
    </Dialog>
  );
}

function RightsForm({ member, onDone }: { member: StaffMember; onDone: () => void }) {
  const t = useTranslations("staff");
  const { role, permissions, merchants } = member;
  const [rights, setRights] = useState<StaffRights>({ role, permissions, merchants });
  const client = useQueryClient();
  const showUndo = useUndoToast();
  const refresh = () => client.invalidateQueries({ queryKey: staffQuery().queryKey });
  const mutation = useMutation({
    meta: showsError,
    mutationFn: () => changeStaff(member.id, rights),
    onSuccess: () => {
      showUndo(t("rights.changed"), async () => {
        await changeStaff(member.id, { role, permissions, merchants });
        await refresh();
      });
      onDone();
    },
    onSettled: () => void refresh(),
  });
  return (
    <DialogForm
      submitLabel={t("rights.save")}
      onSubmit={() => mutation.mutate()}
      isPending={mutation.isPending}
      notice={<ErrorNotice title={t("rights.notChanged")} error={mutation.error} />}
    >
      <StaffRightsFields rights={rights} onChange={setRights} />
    </DialogForm>
  );
}
