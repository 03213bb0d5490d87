import { useTranslations } from "next-intl";
import type { Arrangement } from "#components/views/view-address.ts";
import { ViewBar } from "#components/views/view-bar.tsx";
import type { Scope } from "#lib/queries/keys.ts";

/** All terminal payments, without their refunds, refunds alone, and saved views. */
export function PaymentTabs({ scope, arrangement }: { scope: Scope; arrangement: Arrangement }) {
  const t = useTranslations("filters.values.kind");
  return (
    <ViewBar
      place={{ list: "payments", scope }}
      arrangement={arrangement}
      builtIn={(["payment", "refund"] as const).map((kind) => ({ key: kind, label: t(kind), search: { kind } }))}
    />
  );
}
