"use client";

import { useTranslations } from "next-intl";
import type { ComponentProps } from "react";
import type { Column } from "#components/data-table/columns.ts";
import { DataTable } from "#components/data-table/data-table.tsx";
import { type Say, useSay } from "#components/language/say.ts";
import type { Words } from "#components/language/words.ts";
import { Timestamp } from "#components/ui/timestamp.tsx";
import type { Connections } from "#lib/contract/connection.ts";
import { Attempts } from "./attempts.tsx";
import { Countdown } from "./countdown.tsx";
import { IdentityMark } from "./identity-mark.tsx";

type Merchant = Connections["merchants"][number];

function columns(t: Words<"connection">, say: Say): Column<Merchant>[] {
  return [
    { key: "name", label: t("merchants.name"), narrow: "title", minPx: 160, isLink: true, cell: ({ name }) => name },
    {
      key: "session",
      label: t("merchants.session"),
      narrow: "value",
      cell: ({ session }) => <IdentityMark state={session.state} />,
    },
    {
      key: "attempts",
      dropOrder: 1,
      label: t("merchants.failed"),
      cell: ({ session }) => <Attempts used={session.attemptsUsed} most={session.attemptsMax} />,
    },
    {
      key: "ends",
      minPx: 240,
      dropOrder: 2,
      label: t("identity.ends"),
      cell: ({ session }) => (session.expiresAt ? <Countdown at={session.expiresAt} /> : "–"),
    },
    {
      key: "success",
      minPx: 112,
      narrow: "note",
      label: t("identity.lastSuccess"),
      cell: ({ session }) =>
        session.lastSuccessAt ? <Timestamp at={session.lastSuccessAt} precision="row" /> : t("identity.never"),
    },
    {
      key: "error",
      minPx: 180,
      narrow: "aside",
      label: t("identity.lastError"),
      cell: ({ session: { lastError, lastErrorDetails } }) => (
        <LastError text={lastError === null ? t("identity.noError") : say({ message: lastError, ...lastErrorDetails })} />
      ),
    },
  ];
}

function LastError({ text }: { text: string }) {
  return <span title={text}>{text}</span>;
}

type Props = Pick<ComponentProps<typeof DataTable<Merchant>>, "more"> & {
  environment: string;
  merchants: readonly Merchant[];
};

/** Sign-in state of every merchant; a row links to the merchant's connection page. */
export function ConnectedMerchants({ environment, merchants, more }: Props) {
  const t = useTranslations("connection");
  const say = useSay();
  return (
    <DataTable
      label={t("merchants.label")}
      columns={columns(t, say)}
      rows={merchants}
      keyOf={({ slug }) => slug}
      hrefOf={({ slug }) => `/${environment}/${slug}/connection`}
      copyOf={({ slug }) => slug}
      {...(more && { more })}
    />
  );
}
