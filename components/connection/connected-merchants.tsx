"use client";

import { type Column, SimpleTable } from "#components/data-table/simple-table.tsx";
import { Timestamp } from "#components/timestamp.tsx";
import { StatusMark } from "#components/ui/status-mark.tsx";
import type { Connections } from "#lib/contract/connection.ts";
import { Attempts } from "./attempts.tsx";
import { Countdown } from "./countdown.tsx";
import { identityStates } from "./identity-state.ts";

type Merchant = Connections["merchants"][number];

const columns: Column<Merchant>[] = [
  { key: "name", label: "Merchant", cell: ({ name }) => name },
  {
    key: "session",
    label: "Session",
    cell: ({ session }) => (
      <StatusMark tone={identityStates[session.state].tone}>{identityStates[session.state].text}</StatusMark>
    ),
  },
  {
    key: "attempts",
    label: "Failed in a row",
    cell: ({ session }) => <Attempts used={session.attemptsUsed} most={session.attemptsMax} />,
  },
  { key: "ends", label: "Ends", cell: ({ session }) => (session.expiresAt ? <Countdown at={session.expiresAt} /> : "–") },
  {
    key: "success",
    label: "Last success",
    cell: ({ session }) => (session.lastSuccessAt ? <Timestamp at={session.lastSuccessAt} /> : "Never"),
  },
  { key: "error", label: "Last error", cell: ({ session }) => session.lastError ?? "None" },
  { key: "credential", label: "Credentials", className: "reference", cell: ({ credentialFingerprint }) => credentialFingerprint },
  { key: "set", label: "Set", cell: ({ credentialSetAt }) => <Timestamp at={credentialSetAt} /> },
];

/** Every merchant's sign-in side by side; a row leads to the merchant's own connection. */
export function ConnectedMerchants({ environment, merchants }: { environment: string; merchants: readonly Merchant[] }) {
  return (
    <SimpleTable
      label="Merchants"
      columns={columns}
      rows={merchants}
      keyOf={({ slug }) => slug}
      hrefOf={({ slug }) => `/${environment}/${slug}/connection`}
      copyOf={({ slug }) => slug}
    />
  );
}
