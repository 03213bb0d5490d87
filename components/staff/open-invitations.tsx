"use client";

import { Button } from "@heroui/react";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import type { Column } from "#components/data-table/columns.ts";
import { DataTable } from "#components/data-table/data-table.tsx";
import { ListFooter } from "#components/data-table/list-footer.tsx";
import { useSelectedRows } from "#components/data-table/use-selected-rows.ts";
import { useSay } from "#components/language/say.ts";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Timestamp } from "#components/ui/timestamp.tsx";
import type { OpenInvitation } from "#lib/contract/staff.ts";
import { givenName } from "#lib/core/given-name.ts";
import { RevokeLink } from "./revoke-link.tsx";
import { useRightsText } from "./staff-rights.tsx";

type Props = {
  invitations: readonly OpenInvitation[];
  /** Puts rows and footer into the page around them. */
  page: (rows: ReactNode, footer: ReactNode) => ReactNode;
};

const keyOf = ({ id }: OpenInvitation) => id;
const copyOf = ({ email }: OpenInvitation) => email ?? "";

/** Invitation links that were not used yet. */
export function OpenInvitations({ invitations, page }: Props) {
  const t = useTranslations("staff");
  const say = useSay();
  const describeRights = useRightsText();
  const selected = useSelectedRows(invitations, { listKey: "", keyOf });
  /** Beside the list: a question in its row would become that of the link that comes to this place. */
  const [revoked, setRevoked] = useState<OpenInvitation>();
  const columns: Column<OpenInvitation>[] = [
    {
      key: "for",
      label: t("links.for"),
      minPx: 260,
      narrow: "title",
      cell: ({ email, createdBy }) => (
        <span title={t("links.madeBy", { person: say(givenName(createdBy)) })}>{email ?? "–"}</span>
      ),
    },
    {
      key: "kind",
      label: t("links.kind"),
      minPx: 140,
      dropOrder: 1,
      narrow: "aside",
      cell: ({ kind }) => t(`links.kinds.${kind}`),
    },
    { key: "rights", label: t("list.may"), minPx: 200, wraps: true, dropOrder: 2, cell: describeRights },
    {
      key: "until",
      label: t("links.until"),
      minPx: 120,
      narrow: "note",
      cell: ({ expiresAt }) => <Timestamp at={expiresAt} precision="row" />,
    },
    {
      key: "withdraw",
      label: t("links.withdraw"),
      minPx: 120,
      isFixed: true,
      isEnd: true,
      narrow: "value",
      cell: (invitation) => <RevokeButton key={invitation.id} email={invitation.email} onPress={() => setRevoked(invitation)} />,
    },
  ];
  return page(
    <>
      {invitations.length === 0 ? (
        <EmptyState title={t("links.none")} />
      ) : (
        <DataTable
          label={t("links.list")}
          columns={columns}
          rows={invitations}
          keyOf={keyOf}
          copyOf={copyOf}
          selection={selected.grid}
        />
      )}
      {revoked ? <RevokeLink invitation={revoked} onClose={() => setRevoked(undefined)} /> : null}
    </>,
    <ListFooter count={invitations.length} selected={selected} copyOf={copyOf} keys={["select", "copy"]} />,
  );
}

/** `email`: null for the first administrator. */
function RevokeButton({ email, onPress }: { email: string | null; onPress: () => void }) {
  const t = useTranslations("staff.links");
  return (
    <Button
      size="sm"
      variant="ghost"
      className="h-7"
      aria-label={email === null ? t("withdrawFirst") : t("withdrawOf", { email })}
      onPress={onPress}
    >
      {t("withdraw")}
    </Button>
  );
}
