"use client";

import { useQuery } from "@tanstack/react-query";
import { matchedName } from "#components/find/matched-name.ts";
import { useEnvironment } from "#components/layout/environment-context.tsx";
import { MerchantName } from "#components/merchant-name.tsx";
import { Timestamp } from "#components/timestamp.tsx";
import { useSettled } from "#components/ui/use-settled.ts";
import type { Hit } from "#lib/contract/find.ts";
import { quickFindQuery } from "#lib/queries/quick-find.ts";
import { matchItems, type PaletteItem } from "./palette-item.ts";
import { paletteWords as words } from "./palette-words.ts";
import { isPastedText, toValues } from "./to-values.ts";
import { usePaletteItems } from "./use-palette-items.ts";

const pauseMs = 90;

export type PaletteSearch = { items: PaletteItem[]; isSearching: boolean; isFailed: boolean; found: number };

/** What the palette offers for a text: records as they are found, a search further out, pages, merchants, actions. */
export function usePaletteSearch(text: string): PaletteSearch {
  const { environment } = useEnvironment();
  const own = usePaletteItems();
  const settled = useSettled(text, pauseMs);
  const values = toValues(settled);
  const query = useQuery(quickFindQuery(environment, values));
  const isCurrent = settled === text;
  const hits = isCurrent && values.length > 0 ? (query.data?.hits ?? []) : [];
  const wanted = toValues(text);
  const records = hits.map(toItem);
  return {
    items: [...records, ...(isPastedText(text) ? [] : matchItems(own, text)), ...everywhere(environment, text, wanted)],
    isSearching: wanted.length > 0 && (!isCurrent || query.isFetching),
    isFailed: isCurrent && query.isError,
    found: records.length,
  };
}

function everywhere(environment: string, text: string, values: readonly string[]): PaletteItem[] {
  const [first] = values;
  if (first === undefined) return [];
  if (!isPastedText(text)) {
    const href = `/${environment}/find?q=${encodeURIComponent(first)}`;
    return [{ id: "everywhere", group: "everywhere", label: words.findEverywhere(first), href }];
  }
  const label = words.lookUpAll(values.length);
  const href = `/${environment}/lookup?refs=${encodeURIComponent(values.join(","))}`;
  return [{ id: "look up all", group: "everywhere", label, words: text, href }];
}

function toItem(hit: Hit): PaletteItem {
  return {
    id: hit.href,
    group: "records",
    label: hit.reference,
    href: hit.href,
    note: (
      <span className="flex flex-wrap gap-x-3">
        <span className="text-foreground">{hit.summary}</span>
        <span>
          <MerchantName slug={hit.merchant} /> · {matchedName(hit.matched)}
          {hit.exact ? "" : `, ${words.beginsWith}`}
        </span>
        {hit.occurredAt ? <Timestamp at={hit.occurredAt} /> : null}
      </span>
    ),
  };
}
