"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useQueryStates } from "nuqs";
import { type ReactNode, useState } from "react";
import { ListPage, type ListPageProps } from "#components/ui/list-page.tsx";
import { ListTabs } from "#components/ui/list-tabs.tsx";
import { QueryError } from "#components/ui/query-error.tsx";
import { RowsSkeleton } from "#components/ui/rows-skeleton.tsx";
import type { NewLink } from "#lib/contract/staff.ts";
import { whoAmIQuery } from "#lib/queries/session.ts";
import { staffQuery } from "#lib/queries/staff.ts";
import { InviteDialog } from "./invite-dialog.tsx";
import { LinkNotice } from "./link-notice.tsx";
import { OpenInvitations } from "./open-invitations.tsx";
import { StaffList } from "./staff-list.tsx";
import { staffSearchParsers } from "./staff-search.ts";

type Props = ListPageProps & { environment: string };

/** All team members and their permissions, or the invitations that nobody has used yet. */
export function StaffPage({ title, context, environment }: Props) {
  const t = useTranslations("staff");
  const query = useQuery(staffQuery());
  const { data: me } = useQuery(whoAmIQuery());
  const [{ show }] = useQueryStates(staffSearchParsers);
  const [link, setLink] = useState<NewLink & { for: string }>();
  const path = `/${environment}/settings/staff`;
  const invitations = query.data?.invitations ?? [];
  const tabs = [
    { key: "members", href: path, label: t("tabs.members") },
    { key: "invitations", href: `${path}?show=invitations`, label: t("tabs.invitations", { count: invitations.length }) },
  ];
  const isSeeded = query.data?.staff.some(({ id, seeded }) => seeded && id === me?.staff.id) ?? false;
  const page = (rows: ReactNode, footer?: ReactNode) => (
    <ListPage
      title={title}
      context={context}
      actions={query.data ? <InviteDialog isSeeded={isSeeded} onLink={setLink} /> : null}
      footer={footer}
    >
      {link ? <LinkNotice link={link} onDone={() => setLink(undefined)} /> : null}
      <ListTabs label={t("tabs.label")} current={show ?? "members"} tabs={tabs} />
      <QueryError query={query} title={t("failed")} />
      {rows}
    </ListPage>
  );
  if (!query.data) return page(query.isError ? null : <RowsSkeleton rows={6} label={t("loading")} />);
  if (show === "invitations") return <OpenInvitations invitations={invitations} page={page} />;
  return <StaffList staff={query.data.staff} onLink={setLink} page={page} />;
}
