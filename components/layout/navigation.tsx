"use client";

import { useQuery } from "@tanstack/react-query";
import { useParams, usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import { OpenAlerts } from "#components/alerts/open-alerts.tsx";
import { useMerchant } from "#components/merchants/use-merchant.ts";
import { useEnvironment } from "#components/ui/environment-context.tsx";
import { Settings } from "#components/ui/page-icons.tsx";
import { whoAmIQuery } from "#lib/queries/session.ts";
import { type AppPage, appPages } from "../app-pages.ts";
import { MerchantSwitcher } from "./merchant-switcher.tsx";
import { NavigationLink } from "./navigation-link.tsx";

/** The scope, its pages, those of the environment, and the settings, which open below their link and stay off a shared screen. */
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
  const isInSettings = appPages.administration.some(([path]) => pathname === base + path);
  return (
    <nav aria-label={t("navigation.title")} className="flex flex-col gap-2 p-2">
      <MerchantSwitcher current={merchant} />
      <NavigationGroup base={scope} pages={[...appPages.everyScope, ...(merchant === undefined ? [] : appPages.oneMerchant)]} />
      <hr className="border-separator" />
      <NavigationGroup base={base} pages={appPages.environment} />
      {user?.staff.role === "admin" && !user.isPresenting ? (
        <>
          <hr className="border-separator" />
          <NavigationLink href={base + firstSetting} label={t("pages.settings")} icon={Settings} isCurrent={false} />
          {isInSettings ? <NavigationGroup base={base} pages={appPages.administration} isNested /> : null}
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

type GroupProps = { base: string; pages: readonly AppPage[]; isNested?: boolean };

function NavigationGroup({ base, pages, isNested = false }: GroupProps) {
  const t = useTranslations("frame.pages");
  const pathname = usePathname();
  return (
    <ul
      className={`flex flex-col gap-px ${isNested ? "ms-4 border-separator border-s ps-1 icons-only:ms-0 icons-only:border-s-0 icons-only:ps-0" : ""}`}
    >
      {pages.map(([path, name, icon]) => {
        const href = base + path;
        const isCurrent = pathname === href || (path !== "" && pathname.startsWith(`${href}/`));
        return (
          <li key={path}>
            <NavigationLink href={href} label={t(name)} icon={icon} isCurrent={isCurrent} isNested={isNested}>
              {name === "alerts" ? <OpenAlerts /> : null}
            </NavigationLink>
          </li>
        );
      })}
    </ul>
  );
}
