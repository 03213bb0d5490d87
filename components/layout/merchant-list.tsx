"use client";

import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import { useEnvironment } from "#components/ui/environment-context.tsx";
import { RowsSkeleton } from "#components/ui/rows-skeleton.tsx";
import { areAll, merchantsQuery } from "#lib/queries/merchants.ts";
import { MerchantLink } from "./merchant-link.tsx";

const MerchantSwitcher = dynamic(() => import("./merchant-switcher.tsx").then((module) => module.MerchantSwitcher));

const ownPages = new Set(["transactions", "payments", "notifications", "endpoints", "connection"]);

/** Switches the merchant and stays on the same kind of page: links for a few merchants, a search for many. */
export function MerchantList({ current }: { current: string | undefined }) {
  const t = useTranslations("frame.merchants");
  const common = useTranslations("common");
  const { environment } = useEnvironment();
  const { data, isError } = useQuery(merchantsQuery(environment));
  const [, , second = "", third = ""] = usePathname().split("/");
  const page = current === undefined ? second : third;
  const suffix = ownPages.has(page) ? page : "transactions";
  const hrefOf = (slug: string) => `/${environment}/${slug}/${suffix}`;
  return (
    <section>
      <h2 className="px-2 pb-1 font-medium text-muted text-xs">{common("merchants")}</h2>
      {isError ? <p className="px-2 text-muted">{t("failed")}</p> : null}
      {data === undefined && !isError ? <RowsSkeleton rows={8} label={t("loading")} /> : null}
      {data?.length === 0 ? <p className="px-2 text-muted">{t("none")}</p> : null}
      {data && areAll(data) ? (
        <ul className="flex flex-col gap-px">
          {data.map((merchant) => (
            <MerchantLink key={merchant.slug} {...merchant} href={hrefOf(merchant.slug)} isCurrent={merchant.slug === current} />
          ))}
        </ul>
      ) : null}
      {data && !areAll(data) ? <MerchantSwitcher current={current} first={data} hrefOf={hrefOf} /> : null}
    </section>
  );
}
