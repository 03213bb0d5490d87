"use client";

import { Button } from "@heroui/react";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useQueryStates } from "nuqs";
import { type ReactNode, useState } from "react";
import type { Column } from "#components/data-table/columns.ts";
import { DataTable } from "#components/data-table/data-table.tsx";
import { ListFooter } from "#components/data-table/list-footer.tsx";
import { useSelectedRows } from "#components/data-table/use-selected-rows.ts";
import { WithDetailDrawer } from "#components/data-table/with-detail-drawer.tsx";
import { ListFilters } from "#components/filters/list-filters.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Timestamp } from "#components/ui/timestamp.tsx";
import { staffListFilters } from "#lib/contract/filters.ts";
import type { NewLink, StaffMember } from "#lib/contract/staff.ts";
import { whoAmIQuery } from "#lib/queries/session.ts";
import { StaffActions } from "./staff-actions.tsx";
import { type OpenStaffDialog, StaffDialog } from "./staff-dialog.tsx";
import { StaffDrawer } from "./staff-drawer.tsx";
import { useRightsText } from "./staff-rights.tsx";
import { staffSearchParsers } from "./staff-search.ts";
import { StaffState, staffStateOf } from "./staff-state.tsx";

type Props = {
  staff: readonly StaffMember[];
  onLink: (link: NewLink & { for: string }) => void;
  /** Puts rows and footer into the page around them. */
  page: (rows: ReactNode, footer: ReactNode) => ReactNode;
};

const keyOf = ({ id }: StaffMember) => id;
const copyOf = ({ email }: StaffMember) => email;

/** Team members. They are few, so the browser has them all and filters them itself. */
export function StaffList({ staff, onLink, page }: Props) {
  const t = useTranslations("staff");
  const [opened, setOpened] = useState<OpenStaffDialog>();
  const columns = useColumns(onLink, setOpened);
  const [{ show: _, ...search }, setSearch] = useQueryStates(staffSearchParsers, { history: "push" });
  const shown = staff.filter(
    (member) =>
      member.email.toLowerCase().includes((search.q ?? "").trim().toLowerCase()) &&
      (search.role === null || search.role === member.role) &&
      (search.state === null || search.state === staffStateOf(member)),
  );
  const selected = useSelectedRows(shown, { listKey: JSON.stringify(search), keyOf });
  return page(
    <>
      <ListFilters filters={staffListFilters} search={search} onChange={setSearch} />
      {shown.length === 0 ? (
        <EmptyState title={t("list.nobody")} action={<Button onPress={() => void setSearch(null)}>{t("list.clear")}</Button>} />
      ) : (
        <WithDetailDrawer items={shown} keyOf={keyOf} panel={(member, close) => <StaffDrawer member={member} onClose={close} />}>
          <DataTable
            key={JSON.stringify(search)}
            label={t("list.title")}
            columns={columns}
            rows={shown}
            keyOf={keyOf}
            copyOf={copyOf}
            selection={selected.grid}
          />
        </WithDetailDrawer>
      )}
      {opened ? <StaffDialog opened={opened} onClose={() => setOpened(undefined)} /> : null}
    </>,
    <ListFooter count={shown.length} selected={selected} copyOf={copyOf} keys={["preview", "select", "copy"]} />,
  );
}

function useColumns(onLink: Props["onLink"], onOpen: (dialog: OpenStaffDialog) => void): Column<StaffMember>[] {
  const t = useTranslations("staff");
  const common = useTranslations("common");
  const describeRights = useRightsText();
  const { data: me } = useQuery(whoAmIQuery());
  return [
    {
      key: "email",
      label: common("email"),
      minPx: 260,
      wraps: true,
      narrow: "title",
      cell: ({ id, email }) => (id === me?.staff.id ? t("list.you", { email }) : email),
    },
    { key: "rights", label: t("list.may"), minPx: 200, wraps: true, dropOrder: 1, cell: describeRights },
    {
      key: "state",
      label: t("list.state"),
      minPx: 190,
      wraps: true,
      narrow: "aside",
      cell: (member) => <StaffState member={member} />,
    },
    {
      key: "seen",
      label: t("list.lastSeen"),
      minPx: 120,
      dropOrder: 2,
      narrow: "note",
      cell: ({ lastSeenAt }) => (lastSeenAt ? <Timestamp at={lastSeenAt} precision="row" /> : t("list.never")),
    },
    {
      key: "acts",
      label: t("change"),
      minPx: 120,
      isFixed: true,
      isEnd: true,
      narrow: "value",
      cell: (member) => (member.id === me?.staff.id ? null : <StaffActions key={member.id} {...{ member, onLink, onOpen }} />),
    },
  ];
}
