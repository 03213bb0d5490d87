"use client";

import { useQuery } from "@tanstack/react-query";
import { useParams, usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import { OpenAlerts } from "#components/alerts/open-alerts.tsx";
import { useMerchant } from "#components/merchants/use-merchant.ts";
import { useEnvironment } from "#components/ui/environment-context.tsx";
import { ChevronLeft, ChevronRight } from "#components/ui/icons.tsx";
import { Settings } from "#components/ui/page-icons.tsx";
import { whoAmIQuery } from "#lib/queries/session.ts";
import { type AppPage, appPages } from "../app-pages.ts";
import { MerchantSwitcher } from "./merchant-switcher.tsx";
import { NavigationLink } from "./navigation-link.tsx";

/**
 * The scope, its pages, those of the environment, and a link to the settings, which stay off a shared screen. In the settings,
 * their pages take the place of the others, below the way back.
 */
export function Navigation() {
  const t = useTranslations("frame");
  const { environment } = useEnvironment();
  const { merchant: inAddress } = useParams<{ merchant?: string }>();
  // Of a merchant that does not exist, every link would lead nowhere.
  const merchant = useMerchant(environment, inAddress) === null ? undefined : inAddress;
  const pathname = usePathname();
  const { data: user } = useQuery(whoAmIQuery());
  const base = `/${environment}`;
  const scope = merchant === undefined ? base : `${base}/${merchant}`;
  const [[firstSetting]] = appPages.administration;
  const isAdministrator = user?.staff.role === "admin" && !user.isPresenting;
  if (isAdministrator && appPages.administration.some(([path]) => pathname === base + path))
    return (
      <nav aria-label={t("navigation.title")} className="flex flex-col gap-2 p-2">
        <MerchantSwitcher current={merchant} />
        <NavigationLink href={base} label={t("pages.overview")} icon={ChevronLeft} isCurrent={false} />
        <hr className="border-separator" />
        <p className="px-2.5 text-muted text-xs icons-only:sr-only">{t("pages.settings")}</p>
        <NavigationGroup base={base} pages={appPages.administration} />
      </nav>
    );
  return (
    <nav aria-label={t("navigation.title")} className="flex flex-col gap-2 p-2">
      <MerchantSwitcher current={merchant} />
      <NavigationGroup base={scope} pages={[...appPages.everyScope, ...(merchant === undefined ? [] : appPages.oneMerchant)]} />
      <hr className="border-separator" />
      <NavigationGroup base={base} pages={appPages.environment} />
      {isAdministrator ? (
        <>
          <hr className="border-separator" />
          <NavigationLink href={base + firstSetting} label={t("pages.settings")} icon={Settings} isCurrent={false}>
            <ChevronRight aria-hidden="true" className="ms-auto size-4 icons-only:hidden" />
          </NavigationLink>
        </>
      ) : null}
      {environment === "sandbox" && user && user.staff.role !== "viewer" && !user.isPresenting ? (
        <>
          <hr className="border-separator" />
          <NavigationGroup base={base} pages={appPages.sandbox} />
        </>
      ) : null}
    </nav>
  );
}

type GroupProps = { base: string; pages: readonly AppPage[] };

function NavigationGroup({ base, pages }: GroupProps) {
  const t = useTranslations("frame.pages");
  const pathname = usePathname();
  return (
    <ul className="flex flex-col gap-px">
      {pages.map(([path, name, icon]) => {
        const href = base + path;
        const isCurrent = pathname === href || (path !== "" && pathname.startsWith(`${href}/`));
        return (
          <li key={path}>
            <NavigationLink href={href} label={t(name)} icon={icon} isCurrent={isCurrent}>
              {name === "alerts" ? <OpenAlerts /> : null}
            </NavigationLink>
          </li>
        );
      })}
    </ul>
  );
}
