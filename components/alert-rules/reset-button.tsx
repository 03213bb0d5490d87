import { Button } from "@heroui/react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { toast } from "#components/ui/toast.ts";
import { alertRulesQuery, resetAlertRule } from "#lib/queries/alert-rules.ts";

type Props = { environment: string; rule: string; name: string };

/** Sets a rule back to what it was delivered as. */
export function ResetButton({ environment, rule, name }: Props) {
  const t = useTranslations("alertRules");
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    meta: { toFailureText: (reason) => `${t("resetFailed")}: ${reason}` },
    mutationFn: () => resetAlertRule(environment, rule),
    onSuccess: (rules) => {
      client.setQueryData(alertRulesQuery(environment).queryKey, rules);
      toast.success(t("resetDone"));
    },
  });
  return (
    <Button size="sm" variant="secondary" isPending={isPending} aria-label={t("resetOf", { name })} onPress={() => mutate()}>
      {t("reset")}
    </Button>
  );
}
