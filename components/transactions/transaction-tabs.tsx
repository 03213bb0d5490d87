"use client";

import { useTranslations } from "next-intl";
import { memo, useMemo } from "react";
import type { Arrangement } from "#components/views/view-address.ts";
import { ViewBar } from "#components/views/view-bar.tsx";
import type { Scope } from "#lib/queries/keys.ts";

type Props = { scope: Scope; arrangement: Arrangement };

/** All transactions, money in, money out, and saved views. Separate from the list, which re-renders whenever rows arrive. */
export const TransactionTabs = memo(function TransactionTabs({ scope, arrangement }: Props) {
  const t = useTranslations("filters.values.sign");
  const place = useMemo(() => ({ list: "transactions" as const, scope }), [scope]);
  const builtIn = useMemo(
    () => (["credit", "debit"] as const).map((sign) => ({ key: sign, label: t(sign), search: { sign } })),
    [t],
  );
  return <ViewBar place={place} arrangement={arrangement} builtIn={builtIn} />;
});
