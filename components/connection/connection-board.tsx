"use client";

import { Skeleton } from "@heroui/react";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useSay } from "#components/language/say.ts";
import { Link } from "#components/ui/link.tsx";
import { Loaded } from "#components/ui/loaded.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { Timestamp } from "#components/ui/timestamp.tsx";
import type { Connection } from "#lib/contract/merchant.ts";
import { givenName } from "#lib/core/given-name.ts";
import { connectionQuery } from "#lib/queries/connection.ts";
import { toQueryString } from "#lib/queries/fetch-json.ts";
import type { Scope } from "#lib/queries/keys.ts";
import { whoAmIQuery } from "#lib/queries/session.ts";
import { ArchivePanel } from "./archive-panel.tsx";
import { ConnectionCheck } from "./connection-check.tsx";
import { Fact } from "./fact.tsx";
import { GroupPanel } from "./group-panel.tsx";
import { IdentityPanel } from "./identity-panel.tsx";
import { PortalSteps } from "./portal-steps.tsx";

/** Both steps of the gateway's sign-in as last known; opening the page makes no gateway call. */
export function ConnectionBoard({ scope }: { scope: Scope }) {
  const t = useTranslations("connection");
  const query = useQuery(connectionQuery(scope));
  const loading = <Skeleton className="h-60 rounded-lg" role="status" aria-label={t("board.loading")} />;
  return (
    <Loaded query={query} failedTitle={t("board.failed")} loading={loading}>
      {(connection) => <Board scope={scope} connection={connection} />}
    </Loaded>
  );
}

function Board({ scope, connection }: { scope: Scope; connection: Connection }) {
  const t = useTranslations("connection");
  const pages = useTranslations("frame.pages");
  const say = useSay();
  const { data: me } = useQuery(whoAmIQuery());
  const role = me?.staff.role;
  const acts = role === "admin" ? { scope, name: connection.name } : undefined;
  // The token is shared by all merchants.
  const tokenActs = me?.staff.isLimited ? undefined : acts;
  return (
    <div className="grid items-start gap-4 xl:grid-cols-2">
      <IdentityPanel title={t("identity.token")} half="token" identity={connection.token} acts={tokenActs} />
      <IdentityPanel title={t("identity.session")} half="session" identity={connection.session} acts={acts} />
      {role === "admin" || role === "support" ? (
        <div className="xl:col-span-2">
          <ConnectionCheck scope={scope} />
        </div>
      ) : null}
      <Panel
        title={t("facts.credentials")}
        action={
          <Link
            href={`/${scope.environment}/settings/gateway${toQueryString({ merchant: scope.merchant })}`}
            className="text-accent"
          >
            {pages("gateway")}
          </Link>
        }
      >
        <dl className="flex flex-col gap-1">
          <Fact name={t("facts.fingerprint")} value={<span className="reference">{connection.credentialFingerprint}</span>} />
          <Fact name={t("facts.set")} value={<Timestamp at={connection.credentialSetAt} precision="row" />} />
          <Fact name={t("facts.by")} value={say(givenName(connection.credentialSetBy))} />
          <Fact name={t("facts.baseUrl")} value={<span className="reference">{connection.baseUrl}</span>} />
          <Fact name={t("facts.zone")} value={connection.zone} />
        </dl>
      </Panel>
      <PortalSteps environment={scope.environment} portalUrl={connection.portalUrl} />
      {acts ? (
        <>
          <GroupPanel scope={scope} />
          <ArchivePanel {...acts} />
        </>
      ) : null}
    </div>
  );
}
