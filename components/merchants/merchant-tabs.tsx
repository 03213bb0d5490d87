import { useTranslations } from "next-intl";
import type { Arrangement } from "#components/views/view-address.ts";
import { ViewBar } from "#components/views/view-bar.tsx";

/** All merchants, those that need attention, archived ones, and saved views. */
export function MerchantTabs({ environment, arrangement }: { environment: string; arrangement: Arrangement }) {
  const t = useTranslations("connection.merchants.filters");
  return (
    <ViewBar
      place={{ list: "merchants", scope: { environment, merchant: null } }}
      arrangement={arrangement}
      builtIn={(["attention", "archived"] as const).map((status) => ({ key: status, label: t(status), search: { status } }))}
    />
  );
}
