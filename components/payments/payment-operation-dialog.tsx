"use client";

import { Button } from "@heroui/react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { Say } from "#components/language/say.ts";
import { formatDecimal } from "#lib/core/money.ts";
import { readTypedAmount, type Typing, toTypedDecimal } from "#lib/core/parse-amount-input.ts";
import { ApiError, isRefused } from "#lib/queries/api-error.ts";
import { showsError } from "#lib/queries/failed-changes.ts";
import type { Scope } from "#lib/queries/keys.ts";
import { changePayment, isOpenStatus, type PaymentOperation } from "#lib/queries/payments.ts";
import { useSay } from "../language/say.ts";
import type { Words } from "../language/words.ts";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import { TextInput } from "../ui/text-input.tsx";
import { toast } from "../ui/toast.ts";
import { useFieldErrors } from "../ui/use-field-errors.ts";
import { ActUnclear } from "./form-notices.tsx";
import { moneyText, sentMoneyText } from "./money-text.ts";
import { useTyping } from "./use-typing.ts";
import { useUnseenFailure } from "./use-unseen-failure.ts";

type OperatedPayment = {
  paymentId: string;
  amountMinor: number;
  tipMinor: number;
  refundableMinor: number;
  currency: string;
  refunds: readonly { status: string; amountMinor: number }[];
};
type Props = { act: PaymentOperation; scope: Scope; merchantName: string; payment: OperatedPayment };

/** A button with a confirmation that repeats amount and merchant. Each opening is one operation, however often it is submitted. */
export function PaymentOperationDialog({ act, scope, merchantName, payment }: Props) {
  const [idempotencyKey, setKey] = useState<string>();
  const [reason, setReason] = useState("");
  const [typed, setTyped] = useState("");
  const client = useQueryClient();
  const typing = useTyping();
  const t = useTranslations("payments");
  const say = useSay();
  const { currency } = payment;
  const openMinor = act === "refunds" ? openRefundsMinor(payment) : 0;
  const isRefund = act === "refunds";
  const isReasonNeeded = isRefund || act === "not-processed";
  const amount = isRefund ? readRefund(typed, { payment, typing, t, say }) : { amountMinor: payment.amountMinor };
  const toText = (amountMinor: number) => moneyText({ amountMinor, currency }, typing.locale);
  const refundText = "amountMinor" in amount ? toText(amount.amountMinor) : "";
  const amountText = isRefund ? refundText : sentMoneyText(payment, typing.locale);
  const submitLabel = amountText === "" ? t(`acts.${act}.button`) : t(`acts.${act}.confirm`, { amount: amountText });
  const toFailureText = useUnseenFailure(submitLabel);
  const mutation = useMutation({
    meta: { ...showsError, toFailureText },
    mutationFn: () =>
      changePayment(scope, {
        paymentId: payment.paymentId,
        act,
        body: isRefund ? { ...amount, reason } : { reason },
        idempotencyKey: idempotencyKey ?? "",
      }),
    onSuccess: () => {
      setKey(undefined);
      toast.success(t(`acts.${act}.done`));
    },
    onSettled: () => void client.invalidateQueries({ queryKey: [scope.environment] }),
  });
  const closeIfUnknown = (error: Error) => {
    if (!(error instanceof ApiError) || error.code !== "outcome_unknown") return;
    setKey(undefined);
    toast.warning(t("acts.noAnswer"));
  };
  const begin = (isOpen: boolean) => {
    setKey(isOpen ? crypto.randomUUID() : undefined);
    mutation.reset();
    clear();
    setReason("");
    if (!isOpen || !isRefund) return;
    // A refund without a result may already give back the rest, so no amount is offered.
    const offered = openMinor > 0 ? "" : formatDecimal({ amountMinor: payment.refundableMinor, currency });
    setTyped(toTypedDecimal(offered, typing.locale));
  };
  const { problemOf, otherError, check, clear } = useFieldErrors(mutation.error, ["amountMinor", "reason"], {
    amountMinor: "problem" in amount && amount.problem,
    reason: isReasonNeeded && reason.trim() === "",
  });
  /** Money that moved in production does not come back. */
  const typedName = { label: t("acts.typeName", { name: merchantName }), expected: merchantName };
  return (
    <ConfirmDialog
      title={t(`acts.${act}.heading`, { subject: [amountText, merchantName].filter(Boolean).join(", ") })}
      trigger={
        <Button variant="secondary" size="sm">
          {t(`acts.${act}.button`)}
        </Button>
      }
      isOpen={idempotencyKey !== undefined}
      onOpenChange={begin}
      failedTitle={t("acts.notDone")}
      error={otherError}
      warning={openMinor > 0 ? t("acts.refunds.open", { amount: toText(openMinor) }) : undefined}
      notice={mutation.isError && !isRefused(mutation.error) ? <ActUnclear /> : undefined}
      submitLabel={submitLabel}
      typedName={scope.environment === "production" && act !== "cancel" ? typedName : undefined}
      check={check}
      onSubmit={() => mutation.mutate(undefined, { onError: closeIfUnknown })}
      isPending={mutation.isPending}
    >
      <p>{t(`acts.${act}.does`)}</p>
      {isRefund && payment.tipMinor > 0 ? <p>{t("acts.refunds.tip", { amount: toText(payment.tipMinor) })}</p> : null}
      {isRefund ? (
        <TextInput
          label={t("acts.amountAtMost", { amount: toText(payment.refundableMinor) })}
          value={typed}
          onChange={setTyped}
          inputMode="decimal"
          hint={amountText || undefined}
          problem={typed !== "" && "problem" in amount ? amount.problem : problemOf("amountMinor")}
        />
      ) : null}
      {act === "cancel" ? null : (
        <TextInput
          label={isReasonNeeded ? t("acts.reason") : t("acts.reasonOptional")}
          value={reason}
          onChange={setReason}
          problem={problemOf("reason")}
          isOptional={!isReasonNeeded}
          maxLength={100}
        />
      )}
    </ConfirmDialog>
  );
}

/** Of refunds that were sent and have no result yet. */
function openRefundsMinor({ refunds }: OperatedPayment): number {
  const open = refunds.filter(({ status }) => isOpenStatus(status));
  return open.reduce((sum, { amountMinor }) => sum + Math.abs(amountMinor), 0);
}

type Refund = { payment: OperatedPayment; typing: Typing; t: Words<"payments">; say: Say };

function readRefund(typed: string, { payment, typing, t, say }: Refund): { amountMinor: number } | { problem: string } {
  const read = readTypedAmount(typed, { currency: payment.currency, ...typing });
  if ("problem" in read) return { problem: say(read.problem) };
  if (read.amountMinor === 0) return { problem: t("problems.zero") };
  if (read.amountMinor <= payment.refundableMinor) return read;
  return { problem: t("acts.left", { amount: moneyText({ ...payment, amountMinor: payment.refundableMinor }, typing.locale) }) };
}
