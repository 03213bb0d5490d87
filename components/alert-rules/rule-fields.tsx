import { useTranslations } from "next-intl";
import { useMerchantName } from "#components/merchant-name.tsx";
import { MerchantChoice } from "#components/merchants/merchant-choice.tsx";
import { IconButton } from "#components/shortcuts/icon-button.tsx";
import { X } from "#components/ui/icons.tsx";
import { SwitchField } from "#components/ui/switch-field.tsx";
import { TextInput } from "#components/ui/text-input.tsx";
import { alertSeverities } from "#lib/contract/alert-marks.ts";
import type { AlertRuleSettings } from "#lib/contract/alert-rule.ts";

/** Thresholds as they are typed. */
export type RuleChoice = { isOn: boolean; thresholds: readonly string[]; exceptions: readonly string[] };

type Props = {
  environment: string;
  settings: AlertRuleSettings;
  value: RuleChoice;
  onChange: (change: Partial<RuleChoice>) => void;
  problemOf: (name: string) => string | undefined;
};

/** The fields of one rule, as far as it has them. */
export function RuleFields({ environment, settings, value, onChange, problemOf }: Props) {
  const { mayTurnOff, threshold, exceptions } = settings;
  const t = useTranslations("alertRules");
  const severities = useTranslations("alerts.severities");
  const { isOn, thresholds } = value;
  return (
    <>
      {mayTurnOff ? <SwitchField label={t("turn")} isOn={isOn} onChange={(wanted) => onChange({ isOn: wanted })} /> : null}
      {isOn ? null : <p className="text-muted text-sm">{t("offAbout")}</p>}
      {threshold && isOn
        ? thresholds.map((text, index) => (
            <TextInput
              // biome-ignore lint/suspicious/noArrayIndexKey: its place is what a threshold is known by.
              key={index}
              label={t(`fields.${threshold.unit}`, { severity: severities(alertSeverities[index] ?? "critical") })}
              value={text}
              onChange={(typed) => onChange({ thresholds: thresholds.with(index, typed) })}
              inputMode="decimal"
              maxLength={5}
              problem={problemOf(`thresholds.${index}`)}
            />
          ))
        : null}
      {exceptions && isOn ? (
        <Exceptions
          environment={environment}
          hint={settings.rule === "silence" ? t("exceptionsHint") : undefined}
          chosen={value.exceptions}
          onChange={(slugs) => onChange({ exceptions: slugs })}
          problem={problemOf("exceptions")}
        />
      ) : null}
    </>
  );
}

type ExceptionsProps = {
  environment: string;
  hint: string | undefined;
  chosen: readonly string[];
  onChange: (slugs: string[]) => void;
  problem: string | undefined;
};

function Exceptions({ environment, hint, chosen, onChange, problem }: ExceptionsProps) {
  const t = useTranslations("alertRules");
  return (
    <div className="flex flex-col gap-2">
      <p className="font-medium text-sm">{t("exceptions")}</p>
      {hint === undefined ? null : <p className="text-muted text-sm">{hint}</p>}
      <ul className="flex flex-col gap-1">
        {chosen.map((slug) => (
          <Exception key={slug} slug={slug} onRemove={() => onChange(chosen.filter((other) => other !== slug))} />
        ))}
      </ul>
      <MerchantChoice
        environment={environment}
        label={t("add")}
        value={null}
        onChange={(slug) => {
          if (slug !== null && !chosen.includes(slug)) onChange([...chosen, slug]);
        }}
        problem={problem}
        className="w-full"
      />
    </div>
  );
}

function Exception({ slug, onRemove }: { slug: string; onRemove: () => void }) {
  const t = useTranslations("alertRules");
  const name = useMerchantName(slug);
  return (
    <li className="flex items-center justify-between gap-2 text-sm">
      {name}
      <IconButton label={t("remove", { name })} variant="tertiary" onPress={onRemove}>
        <X aria-hidden="true" className="size-4" />
      </IconButton>
    </li>
  );
}
