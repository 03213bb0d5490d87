"use client";

import { Button } from "@heroui/react";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { reloadWindows } from "#components/ui/reload-windows.ts";
import { viewAs, whoAmIQuery } from "#lib/queries/session.ts";

/** Shows on every page that an administrator tries a lower role, and ends it. */
export function ViewAsBand() {
  const t = useTranslations("account.viewAs");
  const { data: me } = useQuery(whoAmIQuery());
  const end = useMutation({ mutationFn: () => viewAs(null), onSuccess: reloadWindows });
  if (me?.staff.ownRole === undefined) return null;
  return (
    <div className="flex h-8 min-w-0 shrink-0 items-center justify-center gap-3 xl:h-auto xl:max-w-1/3 bg-(--band-demo) px-4 font-medium text-(--band-demo-text) text-xs">
      <link rel="stylesheet" href="/view-as.css" precedence="high" />
      <p className="truncate">{t("band", { role: me.staff.role })}</p>
      <Button size="sm" variant="tertiary" isPending={end.isPending || end.isSuccess} onPress={() => end.mutate()}>
        {t("back")}
      </Button>
    </div>
  );
}
