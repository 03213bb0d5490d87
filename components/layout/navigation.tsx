"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useParams, usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import { OpenAlerts } from "#components/alerts/open-alerts.tsx";
import { useMerchant } from "#components/merchants/use-merchant.ts";
import { useEnvironment } from "#components/ui/environment-context.tsx";
import { whoAmIQuery } from "#lib/queries/session.ts";
import { type AppPage, appPages } from "../app-pages.ts";
import { LinkPending } from "./link-pending.tsx";
import { MerchantList } from "./merchant-list.tsx";

/** Pages of the environment, then of the merchant in the address, then the list of merchants. */
export function Navigation() {
  const t = useTranslations("frame");
  const common = useTranslations("common");
  const sandbox = useTranslations("scenarios");
  const { environment } = useEnvironment();
  const { merchant } = useParams<{ merchant?: string }>();
  const { data: user } = useQuery(whoAmIQuery());
  const known = useMerchant(environment, merchant);
  const name = known === undefined ? merchant : known?.name;
  return (
    <nav aria-label={t("navigation.desk")} className="flex flex-col gap-5 p-3">
      <NavigationGroup title={common("allMerchants")} base={`/${environment}`} entries={appPages.everyMerchant} />
      {merchant === undefined || name === undefined ? null : (
        <NavigationGroup title={name} base={`/${environment}/${merchant}`} entries={appPages.oneMerchant} />
      )}
      {user?.staff.role === "admin" ? (
        <NavigationGroup title={t("navigation.administration")} base={`/${environment}`} entries={appPages.administration} />
      ) : null}
      {environment === "sandbox" && user && user.staff.role !== "viewer" ? (
        <NavigationGroup title={sandbox("navigation")} base={`/${environment}`} entries={appPages.sandbox} />
      ) : null}
      <MerchantList current={merchant} />
    </nav>
  );
}

type GroupProps = { title: string; base: string; entries: readonly AppPage[] };

function NavigationGroup({ title, base, entries }: GroupProps) {
  const t = useTranslations("frame");
  const pathname = usePathname();
  return (
    <section>
      <h2 className="truncate px-2 pb-1 font-medium text-muted text-xs">{title}</h2>
      <ul className="flex flex-col gap-px">
        {entries.map(([path, name, Icon]) => {
          const href = base + path;
          const isCurrent = path === "" ? pathname === href : pathname === href || pathname.startsWith(`${href}/`);
          return (
            <li key={path}>
              <Link
                href={href}
                aria-current={isCurrent ? "page" : undefined}
                className="flex min-h-8 items-center gap-2 rounded-md px-2 py-1 hover:bg-default aria-[current=page]:bg-accent-soft aria-[current=page]:font-medium aria-[current=page]:text-accent-soft-foreground"
              >
                <Icon aria-hidden="true" className="size-4 shrink-0 opacity-80" />
                {t(`pages.${name}`)}
                {name === "alerts" ? <OpenAlerts /> : null}
                <LinkPending />
              </Link>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
