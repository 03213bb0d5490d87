"use client";

import { Button } from "@heroui/react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { Column } from "#components/data-table/columns.ts";
import { DataTable } from "#components/data-table/data-table.tsx";
import { ErrorNotice } from "#components/ui/error-notice.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { StatusMark } from "#components/ui/status-mark.tsx";
import { Timestamp } from "#components/ui/timestamp.tsx";
import { toast } from "#components/ui/toast.ts";
import type { Account } from "#lib/contract/session.ts";
import { showsError } from "#lib/queries/failed-changes.ts";
import { accountQuery, endSession } from "#lib/queries/session.ts";

type Session = Account["sessions"][number];

/** The user's active sessions. */
export function Sessions({ account }: { account: Account }) {
  const t = useTranslations("account.sessions");
  const common = useTranslations("common");
  const client = useQueryClient();
  const mutation = useMutation({
    meta: showsError,
    mutationFn: (id: string | undefined) => endSession(id),
    onSuccess: () => toast.success(t("ended")),
    onSettled: () => client.invalidateQueries({ queryKey: accountQuery().queryKey }),
  });
  const columns: Column<Session>[] = [
    { key: "userAgent", label: t("browser"), cell: ({ userAgent }) => <Browser text={userAgent} /> },
    { key: "peer", label: t("from"), className: "reference", cell: ({ peer }) => peer ?? "" },
    { key: "created", label: t("signedIn"), cell: ({ createdAt }) => <Timestamp at={createdAt} precision="row" /> },
    { key: "seen", label: t("lastUsed"), cell: ({ lastSeenAt }) => <Timestamp at={lastSeenAt} precision="row" /> },
    {
      key: "end",
      label: t("signOut"),
      cell: ({ id, isThis }) =>
        isThis ? (
          <StatusMark tone="active">{t("this")}</StatusMark>
        ) : (
          <Button size="sm" variant="secondary" onPress={() => mutation.mutate(id)}>
            {t("signOutThere")}
          </Button>
        ),
    },
  ];
  const endOthers =
    account.sessions.length > 1 ? (
      <Button size="sm" variant="secondary" isPending={mutation.isPending} onPress={() => mutation.mutate(undefined)}>
        {t("signOutElsewhere")}
      </Button>
    ) : null;
  return (
    <Panel title={t("title")} action={endOthers}>
      <ErrorNotice title={common("notDone")} error={mutation.error} />
      <DataTable label={t("list")} columns={columns} rows={account.sessions} keyOf={({ id }) => id} />
    </Panel>
  );
}

/** Shortens the user agent to browser and system; the title has the full text. */
function Browser({ text }: { text: string }) {
  const t = useTranslations("account.sessions");
  const name = /(Firefox|Edg|OPR|Chrome|Safari|HeadlessChrome)\/[\d]+/.exec(text)?.[0].replace("/", " ");
  const system = /(Windows|Mac OS X|Android|iPhone|iPad|Linux)/.exec(text)?.[0];
  const short = [name, system].filter(Boolean).join(", ");
  return <span title={text}>{short || text || t("unknown")}</span>;
}
