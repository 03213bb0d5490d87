import { useTranslations } from "next-intl";
import { useId } from "react";
import { CheckField } from "#components/ui/check-field.tsx";
import { SwitchField } from "#components/ui/switch-field.tsx";
import { type AlertRule, alertRules } from "#lib/contract/alert-marks.ts";
import { ChoiceProblem } from "./choice-problem.tsx";

type Props = {
  /** Null: all of them. */
  value: readonly AlertRule[] | null;
  onChange: (value: AlertRule[] | null) => void;
  problem: string | undefined;
};

/** Which kinds of alerts a channel is told: all, those to come included, or the chosen ones. */
export function RuleChoice({ value, onChange, problem }: Props) {
  const t = useTranslations("channels");
  const alerts = useTranslations("alerts.rules");
  const all = t("allRules");
  const id = useId();
  const problemId = problem === undefined ? undefined : `${id}-problem`;
  const change = (rule: AlertRule, isChosen: boolean) =>
    onChange(alertRules.filter((item) => (item === rule ? isChosen : value?.includes(item))));
  return (
    <div className="flex flex-col gap-1">
      <SwitchField label={all} isOn={value === null} onChange={(isAll) => onChange(isAll ? null : [...alertRules])} />
      {value === null ? null : (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend cannot stand beside its fields.
        <div role="group" aria-label={all} className="flex flex-col gap-1">
          {alertRules.map((rule) => (
            <CheckField
              key={rule}
              label={alerts(rule)}
              isChecked={value.includes(rule)}
              onChange={(isChosen) => change(rule, isChosen)}
              problemId={problemId}
            />
          ))}
        </div>
      )}
      <ChoiceProblem id={problemId} text={problem} />
    </div>
  );
}
