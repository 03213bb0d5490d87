"use client";

import { Skeleton } from "@heroui/react";
import { useQuery } from "@tanstack/react-query";
import { ErrorNotice } from "#components/error-notice.tsx";
import { Timestamp } from "#components/timestamp.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { StatusMark, type Tone } from "#components/ui/status-mark.tsx";
import type { Connection } from "#lib/contract/merchant.ts";
import { connectionQuery } from "#lib/queries/connection.ts";
import type { Scope } from "#lib/queries/keys.ts";
import { PortalSteps } from "./portal-steps.tsx";

type Identity = Connection["token"];

const states: Record<Identity["state"], { tone: Tone; text: string; sentence: string }> = {
  fresh: { tone: "success", text: "Fresh", sentence: "It is used for every call until it is renewed." },
  expired: { tone: "neutral", text: "Expired", sentence: "It is renewed by itself with the next call." },
  none: { tone: "neutral", text: "None yet", sentence: "It is fetched by itself with the first call." },
  refused: {
    tone: "danger",
    text: "Refused",
    sentence: "Nothing more is tried by itself, so that the account is not locked at the gateway.",
  },
  waiting: { tone: "active", text: "Waiting", sentence: "An attempt is under way, or the desk waits before the next." },
};

/** Both steps of the gateway's sign-in as the desk knows them; looking makes no call. */
export function ConnectionBoard({ scope }: { scope: Scope }) {
  const query = useQuery(connectionQuery(scope));
  if (query.isError)
    return <ErrorNotice title="The connection could not be shown" error={query.error} onRetry={() => void query.refetch()} />;
  if (query.isPending) return <Skeleton className="h-60 rounded-lg" aria-label="Loading the connection" />;
  const connection = query.data;
  return (
    <div className="grid items-start gap-4 xl:grid-cols-2">
      <IdentityPanel title="Token of the integration" identity={connection.token} />
      <IdentityPanel title="Session of this merchant" identity={connection.session} />
      <Panel title="Credentials">
        <dl className="flex flex-col gap-1">
          <Fact name="Fingerprint" value={<span className="reference">{connection.credentialFingerprint}</span>} />
          <Fact name="Set" value={<Timestamp at={connection.credentialSetAt} />} />
          <Fact name="By" value={connection.credentialSetBy} />
          <Fact name="Base address" value={<span className="reference">{connection.baseUrl}</span>} />
          <Fact name="Gateway's zone" value={connection.zone} />
        </dl>
      </Panel>
      <PortalSteps environment={scope.environment} portalUrl={connection.portalUrl} />
    </div>
  );
}

function IdentityPanel({ title, identity }: { title: string; identity: Identity }) {
  const { tone, text, sentence } = states[identity.state];
  return (
    <Panel title={title} action={<StatusMark tone={tone}>{text}</StatusMark>}>
      <p className="pb-3">{sentence}</p>
      <dl className="flex flex-col gap-1">
        <Fact name="Failed attempts in a row" value={<Attempts used={identity.attemptsUsed} most={identity.attemptsMax} />} />
        <Fact name="Ends" value={identity.expiresAt ? <Timestamp at={identity.expiresAt} /> : "–"} />
        <Fact name="Last success" value={identity.lastSuccessAt ? <Timestamp at={identity.lastSuccessAt} /> : "Never"} />
        <Fact name="Last error" value={identity.lastError ?? "None"} />
        {identity.scopes.length > 0 ? (
          <Fact name="Scopes" value={<span className="reference">{identity.scopes.join(" ")}</span>} />
        ) : null}
      </dl>
    </Panel>
  );
}

function Fact({ name, value }: { name: string; value: React.ReactNode }) {
  return (
    <div className="flex flex-wrap gap-x-3">
      <dt className="w-48 text-muted">{name}</dt>
      <dd className="min-w-0 wrap-anywhere">{value}</dd>
    </div>
  );
}

/** A third failure would lock the account at the gateway, so two is all the desk ever allows itself. */
function Attempts({ used, most }: { used: number; most: number }) {
  return (
    <span>
      <span aria-hidden="true" className="tracking-widest">
        {"●".repeat(used)}
        {"○".repeat(Math.max(0, most - used))}
      </span>{" "}
      {used} of {most}
    </span>
  );
}
