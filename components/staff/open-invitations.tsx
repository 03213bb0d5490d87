"use client";

import { Button } from "@heroui/react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { Column } from "#components/data-table/columns.ts";
import { DataTable } from "#components/data-table/data-table.tsx";
import { useSay } from "#components/language/say.ts";
import { Panel } from "#components/ui/panel.tsx";
import { Timestamp } from "#components/ui/timestamp.tsx";
import { toast } from "#components/ui/toast.ts";
import type { OpenInvitation } from "#lib/contract/staff.ts";
import { givenName } from "#lib/core/given-name.ts";
import { staffQuery, withdrawInvitation } from "#lib/queries/staff.ts";
import { useRightsText } from "./staff-rights.tsx";

/** Invitation links that were not used yet. */
export function OpenInvitations({ invitations }: { invitations: readonly OpenInvitation[] }) {
  const t = useTranslations("staff");
  const say = useSay();
  const describeRights = useRightsText();
  const client = useQueryClient();
  const mutation = useMutation({
    mutationFn: withdrawInvitation,
    onSuccess: () => toast.success(t("links.withdrawn")),
    onError: (error) => toast.danger(say(error)),
    onSettled: () => client.invalidateQueries({ queryKey: staffQuery().queryKey }),
  });
  if (invitations.length === 0) return null;
  const columns: Column<OpenInvitation>[] = [
    {
      key: "for",
      label: t("links.for"),
      cell: ({ email, createdBy }) => (
        <span title={t("links.madeBy", { person: say(givenName(createdBy)) })}>{email ?? "–"}</span>
      ),
    },
    { key: "kind", label: t("links.kind"), cell: ({ kind }) => t(`links.kinds.${kind}`) },
    { key: "rights", label: t("list.may"), cell: describeRights },
    { key: "until", label: t("links.until"), cell: ({ expiresAt }) => <Timestamp at={expiresAt} precision="row" /> },
    {
      key: "withdraw",
      label: t("links.withdraw"),
      cell: ({ id, email }) => (
        <Button
          size="sm"
          variant="secondary"
          aria-label={email === null ? t("links.withdrawFirst") : t("links.withdrawOf", { email })}
          onPress={() => mutation.mutate(id)}
        >
          {t("links.withdraw")}
        </Button>
      ),
    },
  ];
  return (
    <Panel title={t("links.title")}>
      <DataTable label={t("links.list")} columns={columns} rows={invitations} keyOf={({ id }) => id} />
    </Panel>
  );
}
