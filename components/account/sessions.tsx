"use client";

import { Button } from "@heroui/react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type Column, SimpleTable } from "#components/data-table/simple-table.tsx";
import { ErrorNotice } from "#components/error-notice.tsx";
import { Timestamp } from "#components/timestamp.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { StatusMark } from "#components/ui/status-mark.tsx";
import { toast } from "#components/ui/toast.ts";
import type { Account } from "#lib/contract/session.ts";
import { accountQuery, endSession } from "#lib/queries/session.ts";

type Session = Account["sessions"][number];

/** Where this person is signed in now. */
export function Sessions({ account }: { account: Account }) {
  const client = useQueryClient();
  const mutation = useMutation({
    mutationFn: (id: string | undefined) => endSession(id),
    onSuccess: () => toast.success("Signed out there"),
    onSettled: () => client.invalidateQueries({ queryKey: accountQuery().queryKey }),
  });
  const columns: Column<Session>[] = [
    { key: "userAgent", label: "Browser", cell: ({ userAgent }) => <Browser text={userAgent} /> },
    { key: "peer", label: "From", className: "reference", cell: ({ peer }) => peer ?? "" },
    { key: "created", label: "Signed in", cell: ({ createdAt }) => <Timestamp at={createdAt} /> },
    { key: "seen", label: "Last used", cell: ({ lastSeenAt }) => <Timestamp at={lastSeenAt} /> },
    {
      key: "end",
      label: "Sign out",
      cell: ({ id, isThis }) =>
        isThis ? (
          <StatusMark tone="active">This one</StatusMark>
        ) : (
          <Button size="sm" variant="secondary" onPress={() => mutation.mutate(id)}>
            Sign out there
          </Button>
        ),
    },
  ];
  const endOthers =
    account.sessions.length > 1 ? (
      <Button size="sm" variant="secondary" isPending={mutation.isPending} onPress={() => mutation.mutate(undefined)}>
        Sign out everywhere else
      </Button>
    ) : null;
  return (
    <Panel title="Where you are signed in" action={endOthers}>
      {mutation.isError ? <ErrorNotice title="This was not done" error={mutation.error} /> : null}
      <SimpleTable label="Sessions" columns={columns} rows={account.sessions} keyOf={({ id }) => id} />
    </Panel>
  );
}

/** The browser's own words are long; its name and system are enough here, the rest is in the title. */
function Browser({ text }: { text: string }) {
  const name = /(Firefox|Edg|OPR|Chrome|Safari|HeadlessChrome)\/[\d]+/.exec(text)?.[0].replace("/", " ");
  const system = /(Windows|Mac OS X|Android|iPhone|iPad|Linux)/.exec(text)?.[0];
  const short = [name, system].filter(Boolean).join(", ");
  return <span title={text}>{short || text || "Unknown"}</span>;
}
