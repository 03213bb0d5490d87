"use client";

import { Button } from "@heroui/react";
import { useTranslations } from "next-intl";
import { Link } from "#components/ui/link.tsx";
import type { ScreenState } from "#lib/core/screen-states.ts";
import { chooseScreenState } from "#lib/queries/screen-state.ts";

/** Shows that the sandbox plays a screen state, and ends it. */
export function ScreenStateStrip({ state }: { state: ScreenState }) {
  const t = useTranslations("scenarios");
  function end() {
    chooseScreenState(undefined);
    location.reload();
  }
  return (
    <section
      aria-label={t("states.title")}
      className="flex flex-wrap items-center justify-center gap-x-3 border-border border-b border-dashed bg-surface-tertiary px-4 py-1 text-xs"
    >
      <p role="status">{t("states.strip", { state: t(`states.names.${state}`) })}</p>
      <Link href="/sandbox/settings/scenarios" className="inline-flex min-h-8 items-center underline underline-offset-2">
        {t("title")}
      </Link>
      <Button size="sm" variant="secondary" onPress={end}>
        {t("states.end")}
      </Button>
    </section>
  );
}
