"use client";

import { Button } from "@heroui/react";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { followReloads } from "#components/ui/reload-windows.ts";
import { whoAmIQuery } from "#lib/queries/session.ts";
import { usePresenting } from "./use-presenting.ts";

/** Shows on every page that presentation mode hides personal data, and ends it. */
export function PresentationBand() {
  const t = useTranslations("frame.presentation");
  const { data: me } = useQuery(whoAmIQuery());
  const end = usePresenting();
  useEffect(followReloads, []);
  if (!me?.isPresenting) return null;
  return (
    <div className="flex h-8 min-w-0 shrink-0 items-center justify-center gap-3 xl:h-auto xl:max-w-1/3 bg-(--band-demo) px-4 font-medium text-(--band-demo-text) text-xs">
      {/* A separate style sheet instead of a rule with :has(), which would restyle the whole page whenever a row is added or removed. */}
      <link rel="stylesheet" href="/presenting.css" precedence="high" />
      <p className="truncate">{t("band")}</p>
      <Button size="sm" variant="tertiary" isPending={end.isPending || end.isSuccess} onPress={() => end.mutate(false)}>
        {t("end")}
      </Button>
    </div>
  );
}
