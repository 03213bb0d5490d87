"use client";

import { useQuery } from "@tanstack/react-query";
import { useParams } from "next/navigation";
import { deskPages } from "#components/layout/desk-pages.ts";
import { useEnvironment } from "#components/layout/environment-context.tsx";
import { chooseTheme, themes } from "#components/layout/theme.ts";
import { copyLink } from "#components/share/copy-link.ts";
import { shareWords } from "#components/share/share-words.ts";
import { shortcuts } from "#components/shortcuts/shortcuts.ts";
import { merchantsQuery } from "#lib/queries/merchants.ts";
import { present, whoAmIQuery } from "#lib/queries/session.ts";
import type { PaletteItem } from "./palette-item.ts";
import { paletteWords as words } from "./palette-words.ts";

/** Pages, merchants and actions this person has here. */
export function usePaletteItems(): PaletteItem[] {
  const { environment } = useEnvironment();
  const { merchant } = useParams<{ merchant?: string }>();
  const { data: merchants = [] } = useQuery(merchantsQuery(environment));
  const { data: person } = useQuery(whoAmIQuery());
  const here = merchants.find(({ slug }) => slug === merchant);
  const role = person?.staff.role;
  const pages = (base: string, group: keyof typeof deskPages, place: string): PaletteItem[] =>
    deskPages[group].map(([path, label]) => ({
      ...{ id: `page ${base}${path}`, group: "pages", label, words: place, note: place },
      href: base + path,
    }));
  const act = (id: string, label: string, does: () => void): PaletteItem => ({ id, group: "actions", label, act: does });
  return [
    ...(here ? pages(`/${environment}/${here.slug}`, "oneMerchant", here.name) : []),
    ...pages(`/${environment}`, "everyMerchant", words.allMerchants),
    ...(role === "admin" ? pages(`/${environment}`, "administration", words.administration) : []),
    ...merchants.map(
      ({ slug, name }): PaletteItem => ({
        ...{ id: `merchant ${slug}`, group: "merchants", label: name, words: slug, note: slug },
        href: `/${environment}/${slug}/transactions`,
      }),
    ),
    ...(role === undefined || role === "viewer" || !here
      ? []
      : [
          {
            ...({ id: "new payment", group: "actions", label: words.newPayment(here.name) } as const),
            href: `/${environment}/${here.slug}/payments/new`,
          },
        ]),
    act("copy link", shareWords.name, () => void copyLink()),
    act("present", person?.isPresenting ? words.endPresentation : words.present, () => {
      void present(!person?.isPresenting).then(() => location.reload());
    }),
    ...themes.map(({ key, label }) => act(`theme ${key}`, words.theme(label), () => chooseTheme(key))),
    act("help", words.help, () => {
      setTimeout(() => dispatchEvent(new KeyboardEvent("keydown", { key: shortcuts.help.key })));
    }),
  ];
}
