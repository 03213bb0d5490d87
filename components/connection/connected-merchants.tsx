"use client";

import { useTranslations } from "next-intl";
import type { ComponentProps } from "react";
import { type Column, SimpleTable } from "#components/data-table/simple-table.tsx";
import { useSentence } from "#components/language/sentences.tsx";
import type { Words } from "#components/language/words.ts";
import { Timestamp } from "#components/timestamp.tsx";
import type { Connections } from "#lib/contract/connection.ts";
import { Attempts } from "./attempts.tsx";
import { Countdown } from "./countdown.tsx";
import { IdentityMark } from "./identity-mark.tsx";

type Merchant = Connections["merchants"][number];

function columns(t: Words<"connection">, say: (text: string) => string): Column<Merchant>[] {
  return [
    { key: "name", label: t("merchants.name"), narrow: "title", className: "whitespace-normal!", cell: ({ name }) => name },
    {
      key: "session",
      label: t("merchants.session"),
      narrow: "value",
      cell: ({ session }) => <IdentityMark state={session.state} />,
    },
    {
      key: "attempts",
      label: t("merchants.failed"),
      cell: ({ session }) => <Attempts used={session.attemptsUsed} most={session.attemptsMax} />,
    },
    {
      key: "ends",
      className: "whitespace-normal!",
      label: t("identity.ends"),
      cell: ({ session }) => (session.expiresAt ? <Countdown at={session.expiresAt} /> : "–"),
    },
    {
      key: "success",
      narrow: "note",
      label: t("identity.lastSuccess"),
      cell: ({ session }) => (session.lastSuccessAt ? <Timestamp at={session.lastSuccessAt} /> : t("identity.never")),
    },
    {
      key: "error",
      className: "min-w-48 whitespace-normal!",
      narrow: "aside",
      label: t("identity.lastError"),
      cell: ({ session }) => (session.lastError === null ? t("identity.noError") : say(session.lastError)),
    },
  ];
}

type Props = Pick<ComponentProps<typeof SimpleTable<Merchant>>, "more"> & {
  environment: string;
  merchants: readonly Merchant[];
};

/** Merchants' sign-ins side by side; a row leads to the merchant's own connection. */
export function ConnectedMerchants({ environment, merchants, more }: Props) {
  const t = useTranslations("connection");
  const say = useSentence();
  return (
    <SimpleTable
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
