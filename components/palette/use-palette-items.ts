"use client";

import { useQuery } from "@tanstack/react-query";
import { useParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { usePresenting } from "#components/layout/use-presenting.ts";
import { useMerchant } from "#components/merchants/use-merchant.ts";
import { useCopyLink } from "#components/share/use-copy-link.ts";
import { shortcuts } from "#components/shortcuts/shortcuts.ts";
import { useEnvironment } from "#components/ui/environment-context.tsx";
import { chooseTheme, themes } from "#components/ui/theme.ts";
import { areAll, merchantSearchQuery, merchantsQuery } from "#lib/queries/merchants.ts";
import { whoAmIQuery } from "#lib/queries/session.ts";
import { type AppPage, appPages } from "../app-pages.ts";
import { useTourAction } from "../tour/use-tour-action.ts";
import type { PaletteItem } from "./palette-item.ts";

/** Pages, merchants and actions available to this user; of very many merchants those that match the text. */
export function usePaletteItems(text: string): PaletteItem[] {
  const t = useTranslations();
  const copyLink = useCopyLink();
  const presenting = usePresenting();
  const tour = useTourAction();
  const { environment } = useEnvironment();
  const { merchant } = useParams<{ merchant?: string }>();
  const { data: few = [] } = useQuery(merchantsQuery(environment));
  const isSearched = !areAll(few) && text.trim() !== "";
  const { data: found } = useQuery({ ...merchantSearchQuery(environment, text.trim().slice(0, 100)), enabled: isSearched });
  const merchants = isSearched ? (found ?? []) : few;
  const isNamedTwice = (name: string) => merchants.filter((other) => other.name === name).length > 1;
  const { data: user } = useQuery(whoAmIQuery());
  const here = useMerchant(environment, merchant);
  const role = user?.staff.role;
  const pages = (base: string, listed: readonly AppPage[], place: string): PaletteItem[] =>
    listed.map(([path, name]) => ({
      ...{ id: `page ${base}${path}`, group: "pages", label: t(`frame.pages.${name}`), words: place, note: place },
      href: base + path,
    }));
  const act = (id: string, label: string, does: () => void): PaletteItem => ({ id, group: "actions", label, act: does });
  return [
    ...(here ? pages(`/${environment}/${here.slug}`, [...appPages.everyScope, ...appPages.oneMerchant], here.name) : []),
    ...pages(`/${environment}`, [...appPages.everyScope, ...appPages.environment], t("common.allMerchants")),
    ...(role === "admin" && !user?.isPresenting
      ? pages(`/${environment}`, appPages.administration, t("frame.pages.settings"))
      : []),
    ...(environment === "sandbox" && role !== undefined && role !== "viewer" && !user?.isPresenting
      ? pages(`/${environment}`, appPages.sandbox, t("scenarios.navigation"))
      : []),
    ...merchants.map(
      ({ slug, name }): PaletteItem => ({
        ...{ id: `merchant ${slug}`, group: "merchants", label: name, words: slug, ...(isNamedTwice(name) && { note: slug }) },
        href: `/${environment}/${slug}/transactions`,
      }),
    ),
    ...(role === undefined || role === "viewer" || !here || here.archivedAt
      ? []
      : [
          {
            ...({ id: "new payment", group: "actions", label: t("palette.newPayment", { merchant: here.name }) } as const),
            href: `/${environment}/${here.slug}/payments/new`,
          },
        ]),
    ...(tour ? [act("tour", tour.label, tour.does)] : []),
    act("copy link", t("share.name"), copyLink),
    act("present", user?.isPresenting ? t("frame.presentation.endAct") : t("palette.present"), () =>
      presenting.mutate(!user?.isPresenting),
    ),
    ...themes.map((theme) => act(`theme ${theme}`, t(`palette.themes.${theme}`), () => chooseTheme(theme))),
    act("help", t("shortcuts.title"), () => {
      setTimeout(() => dispatchEvent(new KeyboardEvent("keydown", { key: shortcuts.help.key })));
    }),
  ];
}
