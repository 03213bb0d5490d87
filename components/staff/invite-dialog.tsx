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
import { showsError } from "#lib/queries/failed-changes.ts";
import { whoAmIQuery } from "#lib/queries/session.ts";
import { inviteStaff, type StaffRights, staffQuery } from "#lib/queries/staff.ts";
import { StaffRightsFields } from "./staff-rights.tsx";

const leastRights: Omit<StaffRights, "merchants"> = { role: "viewer", permissions: [] };

type Props = { isSeeded: boolean; onLink: (link: NewLink & { for: string }) => void };

/** `isSeeded`: the sandbox's administrator, who cannot invite and reads here who can. */
export function InviteDialog({ isSeeded, onLink }: Props) {
  const t = useTranslations("staff");
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <Dialog
      title={t("invite.title")}
      trigger={<Button size="sm">{t("invite.title")}</Button>}
      isOpen={isOpen}
      onOpenChange={setOpen}
    >
      {isSeeded ? <OwnAdminFirst onClose={close} /> : <InviteForm onLink={onLink} onDone={close} />}
    </Dialog>
  );
}

function InviteForm({ onLink, onDone }: Pick<Props, "onLink"> & { onDone: () => void }) {
  const t = useTranslations("staff");
  const common = useTranslations("common");
  const [email, setEmail] = useState("");
  const { data: me } = useQuery(whoAmIQuery());
  const [chosen, setChosen] = useState<StaffRights>();
  const rights = chosen ?? { ...leastRights, merchants: me?.staff.isLimited ? [] : null };
  const client = useQueryClient();
  const mutation = useMutation({
    meta: showsError,
    mutationFn: () => inviteStaff({ email, ...rights }),
    onSuccess: (link) => {
      onLink({ ...link, for: email });
      onDone();
    },
    onSettled: () => void client.invalidateQueries({ queryKey: staffQuery().queryKey }),
  });
  const { problemOf, otherError, check } = useFieldErrors(mutation.error, ["email"], { email: email.trim() === "" });
  return (
    <DialogForm
      submitLabel={t("invite.make")}
      onSubmit={() => check() && mutation.mutate()}
      isPending={mutation.isPending}
      notice={<ErrorNotice title={t("invite.failed")} error={otherError} />}
    >
      <TextInput label={common("email")} value={email} onChange={setEmail} problem={problemOf("email")} />
      <StaffRightsFields rights={rights} onChange={setChosen} />
    </DialogForm>
  );
}

/** The sandbox's password stands in the terminal, so its administrator may make no account that lasts. */
function OwnAdminFirst({ onClose }: { onClose: () => void }) {
  const t = useTranslations("staff.invite");
  const started = useTranslations("started");
  return (
    <DialogForm submitLabel={undefined} onSubmit={onClose}>
      <p>{t("ownAdminFirst")}</p>
      <p className="text-muted">{started("how")}</p>
    </DialogForm>
  );
}
