import { useTranslations } from "next-intl";
import { useId } from "react";
import { CheckField } from "#components/ui/check-field.tsx";
import { type AlertSeverity, alertSeverities } from "#lib/contract/alert-marks.ts";
import { ChoiceProblem } from "./choice-problem.tsx";

type Props = {
  value: readonly AlertSeverity[];
  onChange: (value: AlertSeverity[]) => void;
  problem?: string | undefined;
};

/** Which alerts are told, the most severe first. */
export function SeverityChoice({ value, onChange, problem }: Props) {
  const t = useTranslations("channels");
  const alerts = useTranslations("alerts.severities");
  const id = useId();
  const problemId = problem === undefined ? undefined : `${id}-problem`;
  const change = (severity: AlertSeverity, isChosen: boolean) =>
    onChange(alertSeverities.filter((item) => (item === severity ? isChosen : value.includes(item))));
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend cannot stand beside its fields.
    <div role="group" aria-labelledby={id} className="flex flex-col gap-1">
      <span id={id} className="font-medium text-sm">
        {t("severities")}
      </span>
      <div className="flex flex-wrap gap-x-4 gap-y-1">
        {alertSeverities.toReversed().map((severity) => (
          <CheckField
            key={severity}
            label={alerts(severity)}
            isChecked={value.includes(severity)}
            onChange={(isChosen) => change(severity, isChosen)}
            problemId={problemId}
          />
        ))}
      </div>
      <ChoiceProblem id={problemId} text={problem} />
    </div>
  );
}
