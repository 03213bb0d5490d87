"use client";

import { Button } from "@heroui/react";
import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent } from "react";
import { MerchantSearch } from "#components/merchants/merchant-search.tsx";
import { useMerchant } from "#components/merchants/use-merchant.ts";
import { useVisited } from "#components/merchants/visited-merchants.ts";
import { useEnvironment } from "#components/ui/environment-context.tsx";
import { Pin, PinOff } from "#components/ui/icons.tsx";
import type { Merchant } from "#lib/contract/merchant.ts";
import { whoAmIQuery } from "#lib/queries/session.ts";
import { MerchantLink } from "./merchant-link.tsx";

type Props = {
  current: string | undefined;
  /** Shown while no merchant is pinned or was visited. */
  first: readonly Merchant[];
  hrefOf: (slug: string) => string;
};

const firstShown = 5;

/** Finds one of very many merchants by typing; pinned and recently visited ones are listed. */
export function MerchantSwitcher({ current, first, hrefOf }: Props) {
  const t = useTranslations("frame.merchants");
  const { environment } = useEnvironment();
  const router = useRouter();
  const { data: me } = useQuery(whoAmIQuery());
  const { visited, visit, togglePin } = useVisited(environment, me?.staff.id);
  const here = useMerchant(environment, current)?.slug;
  const staffId = me?.staff.id;
  const note = useEffectEvent((slug: string) => visit(slug));
  useEffect(() => {
    if (here !== undefined && staffId !== undefined) note(here);
  }, [here, staffId]);
  const recent = visited.recent.filter((slug) => !visited.pinned.includes(slug));
  const isEmpty = visited.pinned.length + recent.length === 0;
  const group = (title: string, slugs: readonly string[]) =>
    slugs.length === 0 ? null : (
      <>
        <h3 className="px-2 pt-2 pb-1 text-muted text-xs">{title}</h3>
        <ul className="flex flex-col gap-px">
          {slugs.map((slug) => (
            <VisitedMerchant
              key={slug}
              slug={slug}
              href={hrefOf(slug)}
              isCurrent={slug === current}
              isPinned={visited.pinned.includes(slug)}
              onPin={() => togglePin(slug)}
            />
          ))}
        </ul>
      </>
    );
  return (
    <>
      <MerchantSearch
        environment={environment}
        label={t("filter")}
        value={null}
        onChange={(slug) => slug !== null && router.push(hrefOf(slug))}
        className="w-full px-2"
      />
      {group(t("pinned"), visited.pinned)}
      {group(t("recent"), recent)}
      {isEmpty
        ? group(
            t("first"),
            first.slice(0, firstShown).map(({ slug }) => slug),
          )
        : null}
    </>
  );
}

type VisitedProps = { slug: string; href: string; isCurrent: boolean; isPinned: boolean; onPin: () => void };

/** Renders nothing for a merchant that this user may no longer see. */
function VisitedMerchant({ slug, href, isCurrent, isPinned, onPin }: VisitedProps) {
  const t = useTranslations("frame.merchants");
  const { environment } = useEnvironment();
  const merchant = useMerchant(environment, slug);
  if (!merchant) return null;
  const Icon = isPinned ? PinOff : Pin;
  return (
    <MerchantLink
      {...merchant}
      href={href}
      isCurrent={isCurrent}
      action={
        <Button
          isIconOnly
          size="sm"
          variant="ghost"
          aria-label={t(isPinned ? "unpin" : "pin", { name: merchant.name })}
          className={isPinned ? "" : "opacity-0 focus-visible:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100"}
          onPress={onPin}
        >
          <Icon aria-hidden="true" className="size-4" />
        </Button>
      }
    />
  );
}
