"use client";

import { Button } from "@heroui/react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { MerchantChoice } from "#components/merchants/merchant-choice.tsx";
import { DialogForm } from "#components/ui/dialog-form.tsx";
import { ErrorNotice } from "#components/ui/error-notice.tsx";
import { useFieldErrors } from "#components/ui/use-field-errors.ts";
import { useUndoToast } from "#components/ui/use-undo-toast.ts";
import type { ProfileItem } from "#lib/contract/profile.ts";
import { type Answer, profileQuestions, type QuestionName } from "#lib/core/profile-questions.ts";
import { showsError } from "#lib/queries/failed-changes.ts";
import { changeProfile, gatewayProfileQuery } from "#lib/queries/gateway-profile.ts";
import type { Scope } from "#lib/queries/keys.ts";
import { AnswerField } from "./answer-field.tsx";

type Props = { scope: Scope; item: ProfileItem; onDone: () => void };

/** Account numbers belong to a merchant: on the page of the whole environment the merchant is chosen first. */
export function ChangeAnswerForm({ scope: { environment, merchant: shown }, item, onDone }: Props) {
  const t = useTranslations("profile.change");
  const common = useTranslations("common");
  const { question } = item;
  const needsMerchant = question === "typed_accounts" && shown === null;
  const [merchant, setMerchant] = useState(shown);
  const [typed, setTyped] = useState(toTyped(item.answer));
  const client = useQueryClient();
  const scope = { environment, merchant };
  const showUndo = useUndoToast();
  const ofChosen = item.merchants.find((entry) => entry.merchant === merchant);
  const isSet = needsMerchant ? ofChosen?.source === "set" : item.source === "set" && item.isOwn === (merchant !== null);
  /** What a merchant answers is shown on the page of the environment, too. */
  const refresh = () => client.invalidateQueries({ queryKey: [environment] });
  const mutation = useMutation({
    meta: showsError,
    mutationFn: (answer: Answer | null) => changeProfile(scope, { question, answer }),
    retry: false,
    onSuccess: (profile, answer) => {
      client.setQueryData(gatewayProfileQuery(scope).queryKey, profile);
      const before = isSet ? (needsMerchant ? (ofChosen?.answer ?? null) : item.answer) : null;
      showUndo(answer === null ? t("takenBack") : t("saved"), async () => {
        await changeProfile(scope, { question, answer: before });
        await refresh();
      });
      onDone();
    },
    onSettled: () => void refresh(),
  });
  const { problemOf, otherError, check } = useFieldErrors(mutation.error, ["answer", "merchant"], {
    answer: typed.trim() === "",
    merchant: needsMerchant && merchant === null,
  });
  const resetButton = isSet ? (
    <Button variant="ghost" isPending={mutation.isPending && mutation.variables === null} onPress={() => mutation.mutate(null)}>
      {t("takeBack")}
    </Button>
  ) : null;
  return (
    <DialogForm
      submitLabel={t("save")}
      onSubmit={() => check() && mutation.mutate(toAnswer(question, typed))}
      isPending={mutation.isPending && mutation.variables !== null}
      isSending={mutation.isPending}
      notice={<ErrorNotice title={t("failed")} error={otherError} />}
      actions={resetButton}
    >
      {needsMerchant ? (
        <MerchantChoice
          environment={environment}
          label={common("merchant")}
          className="w-full"
          value={merchant}
          problem={problemOf("merchant")}
          onChange={(slug) => {
            setMerchant(slug);
            setTyped(toTyped(item.merchants.find((entry) => entry.merchant === slug)?.answer ?? null));
            mutation.reset();
          }}
        />
      ) : null}
      <AnswerField question={question} typed={typed} onChange={setTyped} problem={problemOf("answer")} />
    </DialogForm>
  );
}

/** An answer as editable text: account numbers one on each line. */
export function toTyped(answer: Answer | null): string {
  if (answer === null) return "";
  return typeof answer === "string" || typeof answer === "number" ? String(answer) : answer.join("\n");
}

/** Converts typed text to an answer; the server validates it. */
export function toAnswer(question: QuestionName, typed: string): Answer {
  const text = typed.trim();
  const { kind } = profileQuestions[question];
  if (kind === "accounts") return text.split(/[\s,;]+/).filter((item) => item !== "");
  return kind === "count" && /^\d+$/.test(text) ? Number(text) : text;
}
