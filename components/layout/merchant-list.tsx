"use client";

import { SearchField } from "@heroui/react";
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { RowsSkeleton } from "#components/ui/rows-skeleton.tsx";
import { merchantsQuery } from "#lib/queries/merchants.ts";
import { useEnvironment } from "./environment-context.tsx";
import { LinkPending } from "./link-pending.tsx";
import { MerchantStatus } from "./merchant-status.tsx";

const ownPages = new Set(["transactions", "payments", "notifications", "endpoints", "connection"]);
const filterFrom = 15;

/** Switches the merchant and stays on the same kind of page. */
export function MerchantList({ current }: { current: string | undefined }) {
  const t = useTranslations("frame.merchants");
  const common = useTranslations("common");
  const { environment } = useEnvironment();
  const { data, isError } = useQuery(merchantsQuery(environment));
  const [text, setText] = useState("");
  const [, , second = "", third = ""] = usePathname().split("/");
  const page = current === undefined ? second : third;
  const suffix = ownPages.has(page) ? page : "transactions";
  const wanted = text.trim().toLowerCase();
  const shown = data?.filter(({ slug, name }) => slug.includes(wanted) || name.toLowerCase().includes(wanted));
  return (
    <section>
      <h2 className="px-2 pb-1 font-medium text-muted text-xs">{common("merchants")}</h2>
      {isError ? <p className="px-2 text-muted">{t("failed")}</p> : null}
      {data === undefined && !isError ? <RowsSkeleton rows={8} label={t("loading")} /> : null}
      {data?.length === 0 ? <p className="px-2 text-muted">{t("none")}</p> : null}
      {data && data.length >= filterFrom ? (
        <SearchField aria-label={t("filter")} value={text} onChange={setText} className="pb-1" fullWidth>
          <SearchField.Group>
            <SearchField.SearchIcon />
            <SearchField.Input placeholder={t("filterHint")} className="min-w-0" />
            <SearchField.ClearButton aria-label={common("clear")} />
          </SearchField.Group>
        </SearchField>
      ) : null}
      <ul className="flex flex-col gap-px">
        {shown?.map(({ slug, name, state }) => (
          <li key={slug}>
            <Link
              href={`/${environment}/${slug}/${suffix}`}
              aria-current={slug === current ? "true" : undefined}
              className="flex min-h-8 items-center justify-between gap-x-2 rounded-md px-2 py-1 hover:bg-default aria-[current=true]:bg-accent-soft aria-[current=true]:font-medium aria-[current=true]:text-accent-soft-foreground"
            >
              <span className="truncate">{name}</span>
              <LinkPending />
              <MerchantStatus state={state} isQuietWhenReady />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
