import { Button } from "@heroui/react";
import { useTranslations } from "next-intl";
import { Fragment } from "react";
import { MerchantName } from "#components/merchant-name.tsx";
import { StatusMark } from "#components/ui/status-mark.tsx";
import type { AlertRuleSettings } from "#lib/contract/alert-rule.ts";
import { ResetButton } from "./reset-button.tsx";
import { RuleDialog } from "./rule-dialog.tsx";

type Props = { environment: string; settings: AlertRuleSettings; mayChange: boolean };

/** One rule: what it watches, how severe that is, and what is set. */
export function RuleRow({ environment, settings, mayChange }: Props) {
  const { rule, severity, isOn, mayTurnOff, exceptions = [], changedBy } = settings;
  const t = useTranslations("alertRules");
  const alerts = useTranslations("alerts");
  const name = alerts(`rules.${rule}`);
  const change = (
    <Button size="sm" variant="secondary" aria-label={t("changeOf", { name })}>
      {t("change")}
    </Button>
  );
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 border-border border-t py-3 first:border-t-0">
      <div className="flex min-w-0 flex-1 basis-80 flex-col gap-1">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h2 className="font-medium">{name}</h2>
          <StatusMark tone={isOn ? "success" : "neutral"}>{t(mayTurnOff ? (isOn ? "on" : "off") : "alwaysOn")}</StatusMark>
        </div>
        <p className="text-muted text-sm">{t(`watches.${rule}`)}</p>
        <p className="text-sm">
          {alerts(`severities.${severity}`)}
          <RuleThreshold {...settings} />
        </p>
        {mayTurnOff ? null : <p className="text-muted text-sm">{t("alwaysOnAbout")}</p>}
        {exceptions.length > 0 ? <Exceptions slugs={exceptions} /> : null}
        {changedBy === undefined ? null : (
          <p className="wrap-anywhere text-muted text-xs">{t("changedBy", { name: changedBy })}</p>
        )}
      </div>
      {mayChange && hasSettings(settings) ? (
        <div className="flex flex-wrap gap-2">
          {changedBy === undefined ? null : <ResetButton environment={environment} rule={rule} name={name} />}
          <RuleDialog environment={environment} settings={settings} trigger={change} />
        </div>
      ) : null}
    </li>
  );
}

function hasSettings({ mayTurnOff, threshold }: AlertRuleSettings): boolean {
  return mayTurnOff || threshold !== undefined;
}

function RuleThreshold({ rule, threshold }: AlertRuleSettings) {
  const t = useTranslations("alertRules");
  if (threshold) return ` · ${t(`thresholds.${threshold.unit}`, { values: threshold.values.join(", ") })}`;
  return rule === "silence" || rule === "notifications_missing" ? ` · ${t("learned")}` : null;
}

function Exceptions({ slugs }: { slugs: readonly string[] }) {
  const t = useTranslations("alertRules");
  const names = slugs.map((slug, index) => (
    <Fragment key={slug}>
      {index === 0 ? "" : ", "}
      <MerchantName slug={slug} />
    </Fragment>
  ));
  return <p className="wrap-anywhere text-sm">{t.rich("except", { merchants: () => names })}</p>;
}
