"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type Column, SimpleTable } from "#components/data-table/simple-table.tsx";
import { ErrorNotice } from "#components/error-notice.tsx";
import { Timestamp } from "#components/timestamp.tsx";
import { RowsSkeleton } from "#components/ui/rows-skeleton.tsx";
import { StatusMark } from "#components/ui/status-mark.tsx";
import type { NewLink, StaffMember } from "#lib/contract/staff.ts";
import { whoAmIQuery } from "#lib/queries/session.ts";
import { staffQuery } from "#lib/queries/staff.ts";
import { InviteDialog } from "./invite-dialog.tsx";
import { LinkNotice } from "./link-notice.tsx";
import { OpenInvitations } from "./open-invitations.tsx";
import { StaffActs } from "./staff-acts.tsx";
import { describeRights } from "./staff-rights.tsx";

/** Everybody with an account, what they may do, and links that still open. */
export function StaffPage() {
  const query = useQuery(staffQuery());
  const { data: me } = useQuery(whoAmIQuery());
  const [link, setLink] = useState<NewLink & { for: string }>();
  const columns: Column<StaffMember>[] = [
    { key: "email", label: "E-mail", cell: ({ email }) => (email === me?.staff.email ? `${email} (you)` : email) },
    { key: "rights", label: "May", cell: describeRights },
    { key: "state", label: "State", cell: (member) => <State member={member} /> },
    { key: "seen", label: "Last seen", cell: ({ lastSeenAt }) => (lastSeenAt ? <Timestamp at={lastSeenAt} /> : "Never") },
    {
      key: "acts",
      label: "Change",
      cell: (member) => (member.email === me?.staff.email ? null : <StaffActs member={member} onLink={setLink} />),
    },
  ];
  if (query.isError) {
    return <ErrorNotice title="The staff could not be listed" error={query.error} onRetry={() => void query.refetch()} />;
  }
  if (!query.data) return <RowsSkeleton rows={6} label="Loading staff" />;
  return (
    <div className="flex flex-col gap-5">
      <div>
        <InviteDialog onLink={setLink} />
      </div>
      {link ? <LinkNotice link={link} onDone={() => setLink(undefined)} /> : null}
      <SimpleTable label="Staff" columns={columns} rows={query.data.staff} keyOf={({ id }) => id} copyOf={({ email }) => email} />
      <OpenInvitations invitations={query.data.invitations} />
    </div>
  );
}

function State({ member: { disabledAt, seeded, hasSecondFactor } }: { member: StaffMember }) {
  if (disabledAt) return <StatusMark tone="danger">Disabled</StatusMark>;
  if (seeded) return <StatusMark tone="neutral">Sandbox account</StatusMark>;
  return hasSecondFactor ? (
    <StatusMark tone="success">Active, with codes</StatusMark>
  ) : (
    <StatusMark tone="warning">Active, no second factor</StatusMark>
  );
}
