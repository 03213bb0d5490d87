"use client";

import { useTranslations } from "next-intl";
import type { Arrangement } from "#components/views/view-address.ts";
import { ViewBar } from "#components/views/view-bar.tsx";
import type { Scope } from "#lib/queries/keys.ts";

type Props = { scope: Scope } & (
  | { arrangement: Arrangement; current?: never }
  | { arrangement?: never; current: "never-notified" | "money-back" }
);

/** All notifications, the two kinds of mismatch between them and the ledger, what was not answered OK, and saved views. */
export function NotificationTabs({ scope, arrangement, ...page }: Props) {
  const t = useTranslations("notifications.tabs");
  return (
    <ViewBar
      place={{ list: "notifications", scope }}
      arrangement={arrangement ?? null}
      {...page}
      label={t("name")}
      allLabel={t("received")}
      builtIn={[
        { key: "never-notified", label: t("neverNotified"), search: null, path: "never-notified" },
        { key: "unknown", label: t("unknown"), search: { flag: "unknown" } },
        { key: "money-back", label: t("moneyBack"), search: null, path: "money-back" },
      ]}
    />
  );
}
