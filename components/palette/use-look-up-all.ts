"use client";

import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { extractReferences } from "#components/lookups/extract-references.ts";
import { useLookUp } from "#components/lookups/use-look-up.ts";
import { useEnvironment } from "#components/ui/environment-context.tsx";
import { isShortLookup } from "#lib/queries/lookups.ts";
import type { PaletteItem } from "./palette-item.ts";
import { isPastedText } from "./to-values.ts";

/** The entry that looks up every reference of a pasted text; a list too long for an address is stored when it is chosen. */
export function useLookUpAll(text: string): PaletteItem | undefined {
  const t = useTranslations("palette");
  const { environment } = useEnvironment();
  const references = useMemo(() => (isPastedText(text) ? extractReferences(text) : []), [text]);
  const { mutate } = useLookUp(environment);
  if (references.length === 0) return undefined;
  const entry = { id: "look up all", group: "everywhere", label: t("lookUpAll", { count: references.length }) } as const;
  if (!isShortLookup(references)) return { ...entry, act: () => mutate(references) };
  return { ...entry, href: `/${environment}/lookup?refs=${encodeURIComponent(references.join(","))}` };
}
