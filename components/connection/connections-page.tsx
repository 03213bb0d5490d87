"use client";

import { Skeleton } from "@heroui/react";
import { useQuery } from "@tanstack/react-query";
import { EmptyState } from "#components/empty-state.tsx";
import { ErrorNotice } from "#components/error-notice.tsx";
import { Timestamp } from "#components/timestamp.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { StatusMark } from "#components/ui/status-mark.tsx";
import { connectionsQuery } from "#lib/queries/connection.ts";
import { AddMerchant } from "./add-merchant.tsx";
import { ConnectedMerchants } from "./connected-merchants.tsx";
import { Fact } from "./fact.tsx";
import { identityStates } from "./identity-state.ts";
import { ImportMerchants } from "./import-merchants.tsx";
import { IntegrationForm } from "./integration-form.tsx";
import { PortalSteps } from "./portal-steps.tsx";

/** The integration of an environment and all its merchants: how they stand, and connecting more. */
export function ConnectionsPage({ environment }: { environment: string }) {
  const query = useQuery(connectionsQuery(environment));
  if (query.isError) {
    return <ErrorNotice title="The connections could not be shown" error={query.error} onRetry={() => void query.refetch()} />;
  }
  if (!query.data) return <Skeleton className="h-60 rounded-lg" aria-label="Loading the connections" />;
  const { integration, merchants, portalUrl, allowedHosts } = query.data;
  const mayConnect = environment !== "sandbox";
  return (
    <div className="flex flex-col gap-4">
      <div className="grid items-start gap-4 xl:grid-cols-2">
        <Panel title="Integration">
          {integration ? (
            <dl className="flex flex-col gap-1 pb-3">
              <Fact name="Base address" value={<span className="reference">{integration.baseUrl}</span>} />
              <Fact name="Partner ID" value={<span className="reference">{integration.partnerId}</span>} />
              <Fact name="Application ID" value={<span className="reference">{integration.applicationId}</span>} />
              <Fact name="Credentials" value={<span className="reference">set, {integration.credentialFingerprint}</span>} />
              <Fact name="Set" value={<Timestamp at={integration.credentialSetAt} />} />
              <Fact name="By" value={integration.credentialSetBy} />
              <Fact
                name="Token"
                value={
                  <StatusMark tone={identityStates[integration.token.state].tone}>
                    {identityStates[integration.token.state].text}
                  </StatusMark>
                }
              />
            </dl>
          ) : (
            <p className="pb-3">Not connected yet.</p>
          )}
          {mayConnect ? (
            <IntegrationForm environment={environment} integration={integration} allowedHosts={allowedHosts} />
          ) : null}
        </Panel>
        <PortalSteps environment={environment} portalUrl={portalUrl} />
      </div>
      {mayConnect && integration ? (
        <div className="flex flex-wrap gap-2">
          <AddMerchant environment={environment} />
          <ImportMerchants environment={environment} />
        </div>
      ) : null}
      {merchants.length === 0 ? (
        <EmptyState title="No merchants yet">
          {integration ? "Add one, or bring many from a CSV file." : "Connect the integration first."}
        </EmptyState>
      ) : (
        <ConnectedMerchants environment={environment} merchants={merchants} />
      )}
    </div>
  );
}
