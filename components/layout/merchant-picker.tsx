"use client";

import { Spinner } from "@heroui/react";
import { useQuery } from "@tanstack/react-query";
import { usePathname, useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { type KeyboardEvent, type UIEvent, useEffect, useEffectEvent, useLayoutEffect, useState } from "react";
import { useVisited } from "#components/merchants/visited-merchants.ts";
import { useEnvironment } from "#components/ui/environment-context.tsx";
import { Search } from "#components/ui/icons.tsx";
import { Link } from "#components/ui/link.tsx";
import { whoAmIQuery } from "#lib/queries/session.ts";
import { MerchantOption, VisitedOption } from "./merchant-option.tsx";
import { toScopeHref } from "./scope-href.ts";
import { useFoundMerchants } from "./use-found-merchants.ts";

type Props = {
  current: string | undefined;
  /** What was typed before the field was there. */
  takeEarly: () => string;
  onDone: () => void;
};

const nearEndPx = 200;

/** Pinned and recent merchants, then all that match the text, fifty at a time. Arrow keys go through the list. */
export function MerchantPicker({ current, takeEarly, onDone }: Props) {
  const t = useTranslations("frame.merchants");
  const common = useTranslations("common");
  const { environment } = useEnvironment();
  const router = useRouter();
  const here = { pathname: usePathname(), search: location.search };
  const { data: me } = useQuery(whoAmIQuery());
  const { visited, togglePin } = useVisited(environment, me?.staff.id);
  const [typed, setTyped] = useState("");
  const adopt = useEffectEvent(() => setTyped((text) => takeEarly() + text));
  // The field has the focus by now, so that the next key is its own.
  useLayoutEffect(() => adopt(), []);
  const { query, found, isSearch, best } = useFoundMerchants(environment, typed);
  const [entered, enter] = useState<string>();
  const openBest = useEffectEvent((slug: string) => {
    router.push(hrefOf(slug));
    onDone();
  });
  // Enter opens the best result as soon as it is there.
  useEffect(() => {
    if (best && entered === typed) openBest(best.slug);
  }, [best, entered, typed]);
  const recent = visited.recent.filter((slug) => !visited.pinned.includes(slug));
  const hrefOf = (slug: string | undefined) => toScopeHref(here, { environment, from: current, to: slug });
  const option = (slug: string) => ({
    slug,
    href: hrefOf(slug),
    isCurrent: slug === current,
    isPinned: visited.pinned.includes(slug),
    onPin: () => togglePin(slug),
    onDone,
  });

  function handleKey(event: KeyboardEvent<HTMLElement>) {
    const links = [...event.currentTarget.querySelectorAll<HTMLElement>("input, a")];
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step !== 0) {
      event.preventDefault();
      links[links.indexOf(document.activeElement as HTMLElement) + step]?.focus();
    } else if (event.key === "Enter" && event.target instanceof HTMLInputElement) enter(typed);
  }
  function loadNearEnd({ currentTarget: { scrollHeight, scrollTop, clientHeight } }: UIEvent<HTMLElement>) {
    if (scrollHeight - scrollTop - clientHeight < nearEndPx && query.hasNextPage && !query.isFetching) void query.fetchNextPage();
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the field and the links inside have the focus
    <div className="flex max-h-[min(28rem,70dvh)] flex-col" onKeyDown={handleKey}>
      <label className="flex shrink-0 items-center gap-2 border-border border-b px-3">
        <Search aria-hidden="true" className="size-4 shrink-0 text-muted" />
        <input
          // biome-ignore lint/a11y/noAutofocus: opened by the user, to type
          autoFocus
          type="text"
          aria-label={t("filter")}
          placeholder={t("filter")}
          maxLength={100}
          autoComplete="off"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          className="h-10 w-full bg-transparent outline-none placeholder:text-muted"
        />
        {query.isFetching && isSearch ? <Spinner size="sm" aria-label={t("loading")} /> : null}
      </label>
      <div className="overflow-y-auto p-1.5" onScroll={loadNearEnd}>
        {isSearch ? null : (
          <>
            <ul>
              <MerchantOption
                name={common("allMerchants")}
                href={hrefOf(undefined)}
                isCurrent={current === undefined}
                onDone={onDone}
              />
            </ul>
            <Group title={t("pinned")} slugs={visited.pinned} option={option} />
            <Group title={t("recent")} slugs={recent} option={option} />
          </>
        )}
        <h3 className="px-2 pt-2 pb-1 text-muted text-xs">{isSearch ? t("results") : t("first")}</h3>
        <ul>
          {found.map(({ slug, name, state }) => (
            <MerchantOption key={slug} {...option(slug)} name={name} state={state} />
          ))}
        </ul>
        {query.isError ? <p className="px-2 pb-2">{t("failed")}</p> : null}
        {query.data && found.length === 0 ? <p className="px-2 pb-2 text-muted">{t(isSearch ? "nothing" : "none")}</p> : null}
      </div>
      <Link
        href={`/${environment}/merchants?status=attention`}
        className="shrink-0 border-border border-t px-3.5 py-2 text-muted hover:text-foreground"
        onClick={onDone}
      >
        {t("attention")}
      </Link>
    </div>
  );
}

type GroupProps = {
  title: string;
  slugs: readonly string[];
  option: (slug: string) => Parameters<typeof VisitedOption>[0];
};

function Group({ title, slugs, option }: GroupProps) {
  if (slugs.length === 0) return null;
  return (
    <>
      <h3 className="px-2 pt-2 pb-1 text-muted text-xs">{title}</h3>
      <ul>
        {slugs.map((slug) => (
          <VisitedOption key={slug} {...option(slug)} />
        ))}
      </ul>
    </>
  );
}
