"use client";

import { Skeleton } from "@heroui/react";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { MerchantStatus } from "#components/layout/merchant-status.tsx";
import { useMerchant } from "#components/merchants/use-merchant.ts";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { ErrorNotice } from "#components/ui/error-notice.tsx";
import { Link } from "#components/ui/link.tsx";
import type { MerchantState } from "#lib/contract/merchant.ts";
import { endpointsQuery } from "#lib/queries/endpoints.ts";
import type { Scope } from "#lib/queries/keys.ts";
import { whoAmIQuery } from "#lib/queries/session.ts";
import { EndpointPanel } from "./endpoint-panel.tsx";
import { NewEndpoint } from "./new-endpoint.tsx";
import { ReceiverFault } from "./receiver-fault.tsx";
import { SandboxCheckout } from "./sandbox-checkout.tsx";

/** The addresses that a merchant enters in the store's settings, with everything that belongs to them. */
export function EndpointList({ scope, sid }: { scope: Scope; sid: string | null }) {
  const t = useTranslations("endpoints");
  const query = useQuery(endpointsQuery(scope));
  const me = useQuery(whoAmIQuery());
  const role = me.data?.staff.role ?? "viewer";
  const state = useMerchant(scope.environment, scope.merchant ?? undefined)?.state;
  return (
    <div className="flex flex-col gap-4">
      {state ? <p>{t.rich("list.state", { mark: () => <StatusOf scope={scope} state={state} /> })}</p> : null}
      {scope.environment === "sandbox" ? (
        <>
          <SandboxCheckout merchant={scope.merchant ?? ""} />
          <ReceiverFault scope={scope} mayChange={role !== "viewer"} />
        </>
      ) : null}
      <ErrorNotice title={t("list.failed")} error={query.error} onRetry={() => void query.refetch()} />
      {query.isPending ? <Skeleton className="h-60 rounded-lg" role="status" aria-label={t("list.loading")} /> : null}
      {query.data?.items.length === 0 ? <EmptyState title={t("list.empty.title")}>{t("list.empty.text")}</EmptyState> : null}
      {query.data?.items.map((endpoint) => (
        <EndpointPanel key={endpoint.id} scope={scope} endpoint={endpoint} role={role} />
      ))}
      {role === "admin" && query.data ? (
        <NewEndpoint scope={scope} sid={sid ?? ""} isFurther={query.data.items.length > 0} />
      ) : null}
    </div>
  );
}

/** The merchant's state; one that the gateway is the cause of leads to where it is explained and mended. */
function StatusOf({ scope: { environment, merchant }, state }: { scope: Scope; state: MerchantState }) {
  const mark = <MerchantStatus state={state} />;
  if (state !== "refused" && state !== "sync_failed") return mark;
  return (
    <Link className="underline underline-offset-2" href={`/${environment}/${merchant}/connection`}>
      {mark}
    </Link>
  );
}
