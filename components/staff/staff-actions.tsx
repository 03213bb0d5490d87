"use client";

import { Button, Dropdown, Label } from "@heroui/react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { NewLink, StaffMember } from "#lib/contract/staff.ts";
import { changeStaff, endFor, inviteToSetPassword, staffQuery } from "#lib/queries/staff.ts";
import { toast } from "../ui/toast.ts";
import { useUndoToast } from "../ui/use-undo-toast.ts";
import type { OpenStaffDialog } from "./staff-dialog.tsx";

type Props = {
  member: StaffMember;
  onLink: (link: NewLink & { for: string }) => void;
  /** Opens a dialog beside the list: one in the row would become that of the member who comes to this place. */
  onOpen: (dialog: OpenStaffDialog) => void;
};

/** Administrator actions on a team member's account; each except the link ends the member's sessions. */
export function StaffActions({ member, onLink, onOpen }: Props) {
  const t = useTranslations("staff");
  const client = useQueryClient();
  const showUndo = useUndoToast();
  const refresh = () => client.invalidateQueries({ queryKey: staffQuery().queryKey });
  const mutation = useMutation({
    mutationFn: ({ act }: { done: "password" | "sessions"; act: () => Promise<unknown> }) => act(),
    onSuccess: (_, { done }) => toast.success(t(`done.${done}`)),
    onSettled: refresh,
  });
  const setDisabled = useMutation({
    mutationFn: (disabled: boolean) => changeStaff(member.id, { disabled }),
    onSuccess: (_, disabled) =>
      showUndo(t(disabled ? "done.disabled" : "done.enabled"), async () => {
        await changeStaff(member.id, { disabled: !disabled });
        await refresh();
      }),
    onSettled: refresh,
  });
  const { id, email, disabledAt, hasSecondFactor } = member;
  const acts: Record<string, () => void> = {
    rights: () => onOpen({ kind: "rights", member }),
    password: () =>
      mutation.mutate({ done: "password", act: async () => onLink({ ...(await inviteToSetPassword(id)), for: email }) }),
    sessions: () => mutation.mutate({ done: "sessions", act: () => endFor(id, "endSessionsOf") }),
    factor: () => onOpen({ kind: "factor", member }),
    disable: () => setDisabled.mutate(disabledAt === null),
  };
  const items = [
    { id: "rights", label: t("acts.rights") },
    { id: "password", label: t("acts.password") },
    { id: "sessions", label: t("acts.sessions") },
    ...(hasSecondFactor ? [{ id: "factor", label: t("acts.factor") }] : []),
    { id: "disable", label: disabledAt ? t("acts.enable") : t("acts.disable") },
  ];
  return (
    <Dropdown>
      <Button
        size="sm"
        variant="ghost"
        className="h-7"
        isPending={mutation.isPending || setDisabled.isPending}
        aria-label={t("changeOf", { email })}
      >
        {t("change")}
      </Button>
      <Dropdown.Popover placement="bottom end">
        <Dropdown.Menu aria-label={t("changeOf", { email })} onAction={(key) => acts[String(key)]?.()}>
          {items.map((item) => (
            <Dropdown.Item key={item.id} id={item.id} textValue={item.label}>
              <Label>{item.label}</Label>
            </Dropdown.Item>
          ))}
        </Dropdown.Menu>
      </Dropdown.Popover>
    </Dropdown>
  );
}
