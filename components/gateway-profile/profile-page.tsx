"use client";

import { Skeleton } from "@heroui/react";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { MerchantName } from "#components/merchant-name.tsx";
import { ErrorNotice } from "#components/ui/error-notice.tsx";
import { Link } from "#components/ui/link.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { gatewayProfileQuery } from "#lib/queries/gateway-profile.ts";
import type { Scope } from "#lib/queries/keys.ts";
import { whoAmIQuery } from "#lib/queries/session.ts";
import { ProbePanel } from "./probe-panel.tsx";
import { ProfileRow } from "./profile-row.tsx";
import { questionGroups, questionsOf } from "./question-groups.ts";

/** Every open question about the gateway with the current answer, of a merchant or of the whole environment. */
export function ProfilePage({ scope }: { scope: Scope }) {
  const t = useTranslations("profile");
  const query = useQuery(gatewayProfileQuery(scope));
  const { data: me } = useQuery(whoAmIQuery());
  const mayChange = me?.staff.role === "admin" && !me.staff.isLimited;
  return (
    <div className="flex flex-col gap-4">
      <p className="max-w-prose text-muted">{t("page.about")}</p>
      {scope.merchant === null ? null : <MerchantNote environment={scope.environment} merchant={scope.merchant} />}
      <ErrorNotice title={t("page.failed")} error={query.error} onRetry={() => void query.refetch()} />
      {query.isPending ? <Skeleton className="h-60 rounded-lg" role="status" aria-label={t("page.loading")} /> : null}
      {query.data ? <ProbePanel scope={scope} probe={query.data.probe} mayAsk={mayChange} /> : null}
      {questionGroups.map((group) => {
        const names = questionsOf(group);
        const items = query.data?.items.filter(({ question }) => names.includes(question)) ?? [];
        if (items.length === 0) return null;
        return (
          <Panel key={group} title={t(`groups.${group}`)}>
            <ul className="flex flex-col divide-y divide-border">
              {items.map((item) => (
                <ProfileRow key={item.question} scope={scope} item={item} mayChange={mayChange} />
              ))}
            </ul>
          </Panel>
        );
      })}
    </div>
  );
}

function MerchantNote({ environment, merchant }: { environment: string; merchant: string }) {
  const t = useTranslations("profile");
  return (
    <p className="flex flex-wrap gap-x-2">
      <span>{t.rich("page.ofMerchant", { merchant: () => <MerchantName slug={merchant} /> })}</span>
      <Link href={`/${environment}/settings/gateway`} className="text-accent">
        {t("page.ofAll")}
      </Link>
    </p>
  );
}
