"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { Dialog } from "#components/ui/dialog.tsx";
import { DialogForm } from "#components/ui/dialog-form.tsx";
import { ErrorNotice } from "#components/ui/error-notice.tsx";
import { useFieldErrors } from "#components/ui/use-field-errors.ts";
import { useUndoToast } from "#components/ui/use-undo-toast.ts";
import type { AlertRuleInput, AlertRuleList, AlertRuleSettings } from "#lib/contract/alert-rule.ts";
import { alertRulesQuery, saveAlertRule } from "#lib/queries/alert-rules.ts";
import { alertsKey } from "#lib/queries/alerts.ts";
import { showsError } from "#lib/queries/failed-changes.ts";
import { type RuleChoice, RuleFields } from "./rule-fields.tsx";

type Props = { environment: string; settings: AlertRuleSettings; trigger: ReactNode };

/** Changes what one rule watches; its toast takes the change back. */
export function RuleDialog({ trigger, ...form }: Props) {
  const alerts = useTranslations("alerts.rules");
  const [isOpen, setOpen] = useState(false);
  return (
    <Dialog title={alerts(form.settings.rule)} trigger={trigger} isOpen={isOpen} onOpenChange={setOpen}>
      <RuleForm {...form} onDone={() => setOpen(false)} />
    </Dialog>
  );
}

function RuleForm({ environment, settings, onDone }: Omit<Props, "trigger"> & { onDone: () => void }) {
  const { rule } = settings;
  const t = useTranslations("alertRules");
  const [value, setValue] = useState(() => toChoice(settings));
  const client = useQueryClient();
  const showUndo = useUndoToast();
  const save = async (body: AlertRuleInput) => {
    client.setQueryData<AlertRuleList>(alertRulesQuery(environment).queryKey, await saveAlertRule(environment, rule, body));
    void client.invalidateQueries({ queryKey: alertsKey(environment) });
  };
  const { mutate, isPending, error } = useMutation({
    meta: showsError,
    mutationFn: () => save(toInput(settings, value)),
    onSuccess: () => {
      showUndo(t("saved"), () => save(toInput(settings, toChoice(settings))));
      onDone();
    },
  });
  const names = value.thresholds.map((_, index) => `thresholds.${index}`);
  const empty = value.thresholds.map((text, index) => [`thresholds.${index}`, text.trim() === ""]);
  const { problemOf, otherError, check } = useFieldErrors(error, [...names, "exceptions"], Object.fromEntries(empty));
  return (
    <DialogForm
      submitLabel={t("save")}
      onSubmit={() => check() && mutate()}
      isPending={isPending}
      notice={<ErrorNotice title={t("notSaved")} error={otherError} />}
    >
      <RuleFields
        environment={environment}
        settings={settings}
        value={value}
        onChange={(part) => setValue((before) => ({ ...before, ...part }))}
        problemOf={problemOf}
      />
    </DialogForm>
  );
}

function toChoice({ isOn, threshold, exceptions = [] }: AlertRuleSettings): RuleChoice {
  return { isOn, thresholds: (threshold?.values ?? []).map(String), exceptions };
}

/** Only what the rule has. */
function toInput({ mayTurnOff, threshold, exceptions }: AlertRuleSettings, value: RuleChoice): AlertRuleInput {
  return {
    ...(mayTurnOff ? { isOn: value.isOn } : {}),
    ...(threshold ? { thresholds: value.thresholds.map((text) => Number(text)) } : {}),
    ...(exceptions ? { exceptions: [...value.exceptions] } : {}),
  };
}
