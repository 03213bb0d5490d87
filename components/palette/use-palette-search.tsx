"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { firstOfPayments } from "#components/find/first-of-payments.ts";
import { useEnvironment } from "#components/ui/environment-context.tsx";
import type { Hit } from "#lib/contract/find.ts";
import { quickFindQuery } from "#lib/queries/quick-find.ts";
import { useDebounced } from "../ui/use-debounced.ts";
import { HitNote } from "./hit-note.tsx";
import { matchItems, type PaletteItem } from "./palette-item.ts";
import { isPastedText, toValues } from "./to-values.ts";
import { useLookUpAll } from "./use-look-up-all.ts";
import { usePaletteItems } from "./use-palette-items.ts";

const pauseMs = 90;

export type PaletteSearch = { items: PaletteItem[]; isSearching: boolean; isFailed: boolean; found: number };

/** Entries of the palette for a text: found records, the full search, pages, merchants, actions. */
export function usePaletteSearch(text: string): PaletteSearch {
  const t = useTranslations("palette");
  const { environment } = useEnvironment();
  const settled = useDebounced(text, pauseMs);
  const own = usePaletteItems(isPastedText(settled) ? "" : settled);
  const values = toValues(settled);
  const query = useQuery(quickFindQuery(environment, values));
  const isCurrent = settled === text;
  const hits = isCurrent && values.length > 0 ? (query.data?.hits ?? []) : [];
  const wanted = toValues(text);
  const lookUpAll = useLookUpAll(text);
  const [first] = isPastedText(text) ? [] : wanted;
  const records = firstOfPayments(hits).map(toItem);
  return {
    items: [
      ...records,
      ...(isPastedText(text) ? [] : matchItems(own, text)),
      ...(first === undefined ? [] : [toFullSearch(environment, first, t("findEverywhere", { text: first }))]),
      ...(lookUpAll ? [lookUpAll] : []),
    ],
    isSearching: wanted.length > 0 && (!isCurrent || query.isFetching),
    isFailed: isCurrent && query.isError,
    found: records.length,
  };
}

function toFullSearch(environment: string, text: string, label: string): PaletteItem {
  return { id: "everywhere", group: "everywhere", label, href: `/${environment}/find?q=${encodeURIComponent(text)}` };
}

function toItem(hit: Hit): PaletteItem {
  return {
    id: hit.href,
    group: "records",
    label: hit.reference,
    href: hit.href,
    note: <HitNote hit={hit} />,
  };
}
