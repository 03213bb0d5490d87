"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { firstOfPayments } from "#components/find/first-of-payments.ts";
import type { Words } from "#components/language/words.ts";
import { useEnvironment } from "#components/ui/environment-context.tsx";
import type { Hit } from "#lib/contract/find.ts";
import { quickFindQuery } from "#lib/queries/quick-find.ts";
import { useDebounced } from "../ui/use-debounced.ts";
import { HitNote } from "./hit-note.tsx";
import { matchItems, type PaletteItem } from "./palette-item.ts";
import { isPastedText, toValues } from "./to-values.ts";
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
  const records = firstOfPayments(hits).map(toItem);
  return {
    items: [
      ...records,
      ...(isPastedText(text) ? [] : matchItems(own, text)),
      ...everywhere(t, { environment, text, values: wanted }),
    ],
    isSearching: wanted.length > 0 && (!isCurrent || query.isFetching),
    isFailed: isCurrent && query.isError,
    found: records.length,
  };
}

type Wanted = { environment: string; text: string; values: readonly string[] };

function everywhere(t: Words<"palette">, { environment, text, values }: Wanted): PaletteItem[] {
  const [first] = values;
  if (first === undefined) return [];
  if (!isPastedText(text)) {
    const href = `/${environment}/find?q=${encodeURIComponent(first)}`;
    return [{ id: "everywhere", group: "everywhere", label: t("findEverywhere", { text: first }), href }];
  }
  const label = t("lookUpAll", { count: values.length });
  const href = `/${environment}/lookup?refs=${encodeURIComponent(values.join(","))}`;
  return [{ id: "look up all", group: "everywhere", label, words: text, href }];
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
