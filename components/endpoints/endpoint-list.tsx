"use client";

import { Alert, Skeleton } from "@heroui/react";
import { useQuery } from "@tanstack/react-query";
import { EmptyState } from "#components/empty-state.tsx";
import { ErrorNotice } from "#components/error-notice.tsx";
import { Timestamp } from "#components/timestamp.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { Panel } from "#components/ui/panel.tsx";
import type { Endpoint } from "#lib/contract/endpoint.ts";
import { endpointsQuery } from "#lib/queries/endpoints.ts";
import type { Scope } from "#lib/queries/keys.ts";
import { whoAmIQuery } from "#lib/queries/session.ts";
import { CertificateList } from "./certificate-list.tsx";
import { NewEndpoint } from "./new-endpoint.tsx";

/** The addresses a merchant enters in its store's settings, and the keys that prove what arrives there. */
export function EndpointList({ scope, sid, currency }: { scope: Scope; sid: string | null; currency: string }) {
  const query = useQuery(endpointsQuery(scope));
  const me = useQuery(whoAmIQuery());
  const isAdmin = me.data?.staff.role === "admin";
  return (
    <div className="flex flex-col gap-4">
      {scope.environment === "sandbox" ? (
        <p>
          <a
            className="inline-block rounded-md bg-accent px-3 py-2 font-medium text-accent-foreground"
            href={`/sandbox-gateway/checkout/${scope.merchant}?currency=${currency}&amount=${currency === "JPY" ? "1234" : "12.34"}`}
            target="_blank"
            rel="noopener"
          >
            Open the sandbox checkout
          </a>{" "}
          <span className="text-muted">Pay there as a customer and see the notification arrive.</span>
        </p>
      ) : null}
      {query.isError ? (
        <ErrorNotice title="The addresses could not be listed" error={query.error} onRetry={() => void query.refetch()} />
      ) : null}
      {query.isPending ? <Skeleton className="h-60 rounded-lg" aria-label="Loading the addresses" /> : null}
      {query.data?.items.length === 0 ? (
        <EmptyState title="No address yet">Without one, nothing the gateway sends for this merchant can arrive here.</EmptyState>
      ) : null}
      {query.data?.items.map((endpoint) => (
        <EndpointPanel key={endpoint.id} scope={scope} endpoint={endpoint} isAdmin={isAdmin} />
      ))}
      {isAdmin ? <NewEndpoint scope={scope} sid={sid ?? ""} /> : null}
    </div>
  );
}

function EndpointPanel({ scope, endpoint, isAdmin }: { scope: Scope; endpoint: Endpoint; isAdmin: boolean }) {
  const addresses = [
    ["URL_Notify", endpoint.urlNotify],
    ["URL_OK", endpoint.urlOk],
    ["URL_Cancel", endpoint.urlCancel],
    ["SID", endpoint.sid],
  ] as const;
  return (
    <Panel title={endpoint.label || `Store ${endpoint.sid}`}>
      <dl className="flex flex-col gap-2">
        {addresses.map(([name, value]) => (
          <div key={name} className="flex flex-wrap items-center gap-x-3">
            <dt className="w-24 text-muted">{name}</dt>
            <dd className="flex min-w-0 items-center gap-1">
              <code className="reference">{value}</code>
              <CopyButton text={value} label={name} />
            </dd>
          </div>
        ))}
        <div className="flex flex-wrap gap-x-3">
          <dt className="w-24 text-muted">Last received</dt>
          <dd>{endpoint.lastReceivedAt ? <Timestamp at={endpoint.lastReceivedAt} /> : "Nothing yet"}</dd>
        </div>
      </dl>
      {endpoint.warnings.map((warning) => (
        <Alert key={warning} status="warning" className="mt-3">
          <Alert.Indicator />
          <Alert.Content>
            <Alert.Description>{warning}</Alert.Description>
          </Alert.Content>
        </Alert>
      ))}
      <CertificateList scope={scope} endpoint={endpoint} isAdmin={isAdmin} />
    </Panel>
  );
}
