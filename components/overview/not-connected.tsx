import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Link } from "#components/ui/link.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import type { Environment } from "#lib/core/identifiers.ts";
import { whoAmIQuery } from "#lib/queries/session.ts";

/** Shown in an environment without merchants: an administrator connects it from here, others read who can. */
export function NotConnected({ environment }: { environment: Environment }) {
  const t = useTranslations("overview");
  const common = useTranslations("common");
  const names = useTranslations("frame.environment.names");
  const { data: me } = useQuery(whoAmIQuery());
  const mayConnect = me?.staff.role === "admin" && !me.staff.isLimited;
  const name = names(environment);
  const connect = mayConnect ? (
    <Link className="button button--primary" href={`/${environment}/settings/connection`}>
      {common("connectGateway")}
    </Link>
  ) : undefined;
  return (
    <>
      <PageHeader title={t("title")} context={t("allMerchants")} />
      <EmptyState title={t("notConnected.title", { environment: name })} action={connect}>
        {t(mayConnect ? "notConnected.text" : "notConnected.askAdmin")}
      </EmptyState>
    </>
  );
}
