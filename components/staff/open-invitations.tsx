"use client";

import { Button } from "@heroui/react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type Column, SimpleTable } from "#components/data-table/simple-table.tsx";
import { Timestamp } from "#components/timestamp.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { toast } from "#components/ui/toast.ts";
import type { OpenInvitation } from "#lib/contract/staff.ts";
import { staffQuery, withdrawInvitation } from "#lib/queries/staff.ts";
import { describeRights } from "./staff-rights.tsx";

const kinds: Record<OpenInvitation["kind"], string> = {
  first_admin: "First administrator",
  invitation: "Invitation",
  password: "New password",
};

/** Links that were handed out and not used yet. */
export function OpenInvitations({ invitations }: { invitations: readonly OpenInvitation[] }) {
  const client = useQueryClient();
  const mutation = useMutation({
    mutationFn: withdrawInvitation,
    onSuccess: () => toast.success("The link opens no more"),
    onError: (error) => toast.danger(error.message),
    onSettled: () => client.invalidateQueries({ queryKey: staffQuery().queryKey }),
  });
  if (invitations.length === 0) return null;
  const columns: Column<OpenInvitation>[] = [
    { key: "for", label: "For", cell: ({ email, createdBy }) => <span title={`Made by ${createdBy}`}>{email ?? "–"}</span> },
    { key: "kind", label: "To", cell: ({ kind }) => kinds[kind] },
    { key: "rights", label: "May", cell: describeRights },
    { key: "until", label: "Good until", cell: ({ expiresAt }) => <Timestamp at={expiresAt} /> },
    {
      key: "withdraw",
      label: "Withdraw",
      cell: ({ id, email }) => (
        <Button
          size="sm"
          variant="secondary"
          aria-label={`Withdraw the link of ${email ?? "the first administrator"}`}
          onPress={() => mutation.mutate(id)}
        >
          Withdraw
        </Button>
      ),
    },
  ];
  return (
    <Panel title="Links that still open">
      <SimpleTable label="Open links" columns={columns} rows={invitations} keyOf={({ id }) => id} />
    </Panel>
  );
}
