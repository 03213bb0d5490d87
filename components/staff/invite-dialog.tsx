"use client";

import { Button } from "@heroui/react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Dialog } from "#components/ui/dialog.tsx";
import { DialogForm } from "#components/ui/dialog-form.tsx";
import { ErrorNotice } from "#components/ui/error-notice.tsx";
import { TextInput } from "#components/ui/text-input.tsx";
import { useFieldErrors } from "#components/ui/use-field-errors.ts";
import type { NewLink } from "#lib/contract/staff.ts";
import { whoAmIQuery } from "#lib/queries/session.ts";
import { inviteStaff, type StaffRights, staffQuery } from "#lib/queries/staff.ts";
import { StaffRightsFields } from "./staff-rights.tsx";

const leastRights: Omit<StaffRights, "merchants"> = { role: "viewer", permissions: [] };

export function InviteDialog({ onLink }: { onLink: (link: NewLink & { for: string }) => void }) {
  const t = useTranslations("staff");
  const common = useTranslations("common");
  const [isOpen, setOpen] = useState(false);
  const [email, setEmail] = useState("");
  const { data: me } = useQuery(whoAmIQuery());
  const [chosen, setChosen] = useState<StaffRights>();
  const rights = chosen ?? { ...leastRights, merchants: me?.staff.isLimited ? [] : null };
  const client = useQueryClient();
  const mutation = useMutation({
    mutationFn: () => inviteStaff({ email, ...rights }),
    onSuccess: (link) => {
      onLink({ ...link, for: email });
      setOpen(false);
      setEmail("");
      setChosen(undefined);
    },
    onSettled: () => client.invalidateQueries({ queryKey: staffQuery().queryKey }),
  });
  const { problemOf, otherError } = useFieldErrors(mutation.error, ["email"]);
  return (
    <Dialog
      title={t("invite.title")}
      trigger={<Button size="sm">{t("invite.title")}</Button>}
      isOpen={isOpen}
      onOpenChange={setOpen}
    >
      <DialogForm
        submitLabel={t("invite.make")}
        onSubmit={() => mutation.mutate()}
        isPending={mutation.isPending}
        isDisabled={email === ""}
        notice={<ErrorNotice title={t("invite.failed")} error={otherError} />}
      >
        <TextInput label={common("email")} value={email} onChange={setEmail} problem={problemOf("email")} isRequired />
        <StaffRightsFields rights={rights} onChange={setChosen} />
      </DialogForm>
    </Dialog>
  );
}
