"use client";

import { useTranslations } from "next-intl";
import { GroupDialog } from "#components/merchants/group-dialog.tsx";
import { useMerchant } from "#components/merchants/use-merchant.ts";
import { Panel } from "#components/ui/panel.tsx";
import type { Scope } from "#lib/queries/keys.ts";

/** The group of a merchant, and how to change it; for administrators. */
export function GroupPanel({ scope }: { scope: Scope }) {
  const t = useTranslations("frame.merchants.group");
  const merchant = useMerchant(scope.environment, scope.merchant ?? "");
  if (!merchant) return null;
  const name = merchant.group;
  return (
    <Panel title={t("title")}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="wrap-anywhere text-muted">
          {name === null
            ? t("none")
            : t.rich("in", { name, group: (words) => <strong className="font-medium text-foreground">{words}</strong> })}
        </p>
        <GroupDialog environment={scope.environment} merchants={[merchant]} label={t("change")} />
      </div>
    </Panel>
  );
}
