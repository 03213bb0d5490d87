"use client";

import { useTranslations } from "next-intl";
import { Panel } from "#components/ui/panel.tsx";
import { checkConnection } from "#lib/queries/connection.ts";
import type { Scope } from "#lib/queries/keys.ts";
import { CheckPart } from "./check-part.tsx";

/** Checks the connection to the gateway step by step and shows the duration of each step. */
export function ConnectionCheck({ scope }: { scope: Scope }) {
  const t = useTranslations("connection.check");
  return (
    <Panel title={t("title")}>
      <p className="pb-2 text-muted">{t("about")}</p>
      <CheckPart environment={scope.environment} run={() => checkConnection(scope)} />
    </Panel>
  );
}
