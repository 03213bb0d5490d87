"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { Column } from "#components/data-table/columns.ts";
import { DataTable } from "#components/data-table/data-table.tsx";
import { ErrorNotice } from "#components/ui/error-notice.tsx";
import { RowsSkeleton } from "#components/ui/rows-skeleton.tsx";
import { StatusMark } from "#components/ui/status-mark.tsx";
import { Timestamp } from "#components/ui/timestamp.tsx";
import type { NewLink, StaffMember } from "#lib/contract/staff.ts";
import { whoAmIQuery } from "#lib/queries/session.ts";
import { staffQuery } from "#lib/queries/staff.ts";
import { InviteDialog } from "./invite-dialog.tsx";
import { LinkNotice } from "./link-notice.tsx";
import { OpenInvitations } from "./open-invitations.tsx";
import { StaffActions } from "./staff-actions.tsx";
import { useRightsText } from "./staff-rights.tsx";

/** All team members, their permissions, and open invitation links. */
export function StaffPage() {
  const t = useTranslations("staff");
  const common = useTranslations("common");
  const describeRights = useRightsText();
  const query = useQuery(staffQuery());
  const { data: me } = useQuery(whoAmIQuery());
  const [link, setLink] = useState<NewLink & { for: string }>();
  const columns: Column<StaffMember>[] = [
    { key: "email", label: common("email"), cell: ({ id, email }) => (id === me?.staff.id ? t("list.you", { email }) : email) },
    { key: "rights", label: t("list.may"), cell: describeRights },
    { key: "state", label: t("list.state"), cell: (member) => <State member={member} /> },
    {
      key: "seen",
      label: t("list.lastSeen"),
      cell: ({ lastSeenAt }) => (lastSeenAt ? <Timestamp at={lastSeenAt} precision="row" /> : t("list.never")),
    },
    {
      key: "acts",
      label: t("change"),
      cell: (member) => (member.id === me?.staff.id ? null : <StaffActions member={member} onLink={setLink} />),
    },
  ];
  if (query.isError) {
    return <ErrorNotice title={t("failed")} error={query.error} onRetry={() => void query.refetch()} />;
  }
  if (!query.data) return <RowsSkeleton rows={6} label={t("loading")} />;
  return (
    <div className="flex flex-col gap-5">
      <div>
        <InviteDialog onLink={setLink} />
      </div>
      {link ? <LinkNotice link={link} onDone={() => setLink(undefined)} /> : null}
      {query.data.staff.length === 0 ? (
        <p className="text-muted">{t("list.nobody")}</p>
      ) : (
        <DataTable
          label={t("list.title")}
          columns={columns}
          rows={query.data.staff}
          keyOf={({ id }) => id}
          copyOf={({ email }) => email}
        />
      )}
      <OpenInvitations invitations={query.data.invitations} />
    </div>
  );
}

function State({ member: { disabledAt, seeded, hasSecondFactor } }: { member: StaffMember }) {
  const t = useTranslations("staff.states");
  if (disabledAt) return <StatusMark tone="danger">{t("disabled")}</StatusMark>;
  if (seeded) return <StatusMark tone="neutral">{t("seeded")}</StatusMark>;
  return hasSecondFactor ? (
    <StatusMark tone="success">{t("withCodes")}</StatusMark>
  ) : (
    <StatusMark tone="warning">{t("withoutCodes")}</StatusMark>
  );
}
