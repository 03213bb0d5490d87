"use client";

import { Button } from "@heroui/react";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { Say } from "#components/language/say.ts";
import { useSay } from "#components/language/say.ts";
import { ErrorNotice } from "#components/ui/error-notice.tsx";
import { Form } from "#components/ui/form.tsx";
import { currentAddress, useOpenAnswer } from "#components/ui/use-open-answer.ts";
import type { CreatePaymentInput, PaymentDetail } from "#lib/contract/payment.ts";
import { ApiError } from "#lib/queries/api-error.ts";
import { showsError } from "#lib/queries/failed-changes.ts";
import type { Scope } from "#lib/queries/keys.ts";
import { createPayment } from "#lib/queries/payments.ts";
import { whoAmIQuery } from "#lib/queries/session.ts";
import { terminalsQuery } from "#lib/queries/terminals.ts";
import { FormFailed, FormUsed } from "./form-notices.tsx";
import { PaymentFields } from "./payment-fields.tsx";
import { emptyPaymentForm, type FormProblems, type PaymentForm, readPaymentForm, toPaymentForm } from "./read-payment-form.ts";
import { RequestPreview } from "./request-preview.tsx";
import { TestAmounts } from "./test-amounts.tsx";
import { usePaymentForm } from "./use-payment-form.ts";
import { useTyping } from "./use-typing.ts";
import { useUnseenFailure } from "./use-unseen-failure.ts";

/** Error codes that close the stored payment; correcting the form starts a new one. */
const closing = /^gateway_|^merchant_|^not_connected$/;
const apiNames: Partial<Record<string, keyof PaymentForm>> = { amountMinor: "amount", tipMinor: "tip" };

/** `again`: a payment that did not happen, to be taken once more. */
type Props = { scope: Scope; again?: PaymentDetail };

export function NewPaymentForm({ scope, again }: Props) {
  const openAnswer = useOpenAnswer();
  const t = useTranslations("payments");
  const say = useSay();
  const typing = useTyping();
  const { data: me } = useQuery(whoAmIQuery());
  const memory = usePaymentForm(scope, { staffId: me?.staff.id, againId: again?.paymentId });
  const terminals = useQuery(terminalsQuery(scope));
  const [typed, setTyped] = useState<Partial<PaymentForm>>({});
  const [problems, setProblems] = useState<FormProblems>({});
  // On a shared screen, what a form sent may be personal.
  const sent = me?.isPresenting ? {} : memory.sent;
  const form = withTerminal({ ...emptyPaymentForm, terminalId: remembered(), ...initial(), ...sent, ...typed });
  const hrefOf = (paymentId: string) => `/${scope.environment}/${scope.merchant}/payments/${paymentId}`;
  const open = (paymentId: string, wait: Parameters<typeof openAnswer>[1]) => {
    memory.markMade(paymentId);
    openAnswer(hrefOf(paymentId), wait);
  };
  const toFailureText = useUnseenFailure(t("form.send"));
  const mutation = useMutation({
    meta: { ...showsError, toFailureText },
    mutationFn: (input: CreatePaymentInput) => createPayment(scope, { input, idempotencyKey: memory.id ?? "" }),
    onMutate: currentAddress,
    onSuccess: ({ paymentId }, _, from) => open(paymentId, { from, done: t("form.sent") }),
    onError: (error, _, from) => {
      if (!(error instanceof ApiError)) return;
      const { paymentId } = error.values;
      if (error.code === "outcome_unknown" && typeof paymentId === "string") open(paymentId, { from });
      else if (closing.test(error.code)) startNew(form);
    },
  });

  function initial(): Partial<PaymentForm> {
    return again ? toPaymentForm(again, typing.locale) : {};
  }
  function remembered(): string {
    const isOffered = (terminalId: string) => terminals.data?.items.some((item) => item.terminalId === terminalId);
    const last = memory.terminalId ?? "";
    return terminals.data?.listed === false || isOffered(last) ? last : "";
  }
  /** A terminal determines its currency; otherwise a merchant's only currency is selected. */
  function withTerminal(next: PaymentForm): PaymentForm {
    const own = terminals.data?.items.find(({ terminalId }) => terminalId === next.terminalId)?.currency;
    const [only, ...others] = terminals.data?.currencies ?? [];
    return { ...next, currency: own ?? (next.currency || (others.length === 0 ? (only ?? "") : "")) };
  }
  function startNew(initialValues: Partial<PaymentForm>) {
    setTyped(initialValues);
    memory.startNew();
  }
  function change(changed: Partial<PaymentForm>) {
    setTyped((before) => ({ ...before, ...changed }));
    setProblems({});
    if (mutation.isError) mutation.reset();
  }
  function readForm(): CreatePaymentInput | undefined {
    const { input, problems: found } = readPaymentForm(form, { typing, t, say });
    setProblems(found ?? {});
    return input;
  }
  function submit() {
    const input = mutation.isPending || mutation.isSuccess || memory.id === null ? undefined : readForm();
    if (!input) return;
    memory.markSent(form);
    mutation.mutate(input);
  }

  if (memory.madePaymentId !== undefined && !mutation.isSuccess) {
    const onNew = () => {
      mutation.reset();
      startNew({});
    };
    return <FormUsed href={hrefOf(memory.madePaymentId)} onNew={onNew} />;
  }
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,36rem)_minmax(0,30rem)]">
      <Form className="flex max-w-xl flex-col gap-4" onSubmit={submit} noValidate>
        <ErrorNotice title={t("form.terminalsFailed")} error={terminals.error} onRetry={() => void terminals.refetch()} />
        {mutation.isError ? <FormFailed error={mutation.error} onNew={() => startNew(form)} /> : null}
        <PaymentFields
          form={form}
          problems={{ ...problemsOf(mutation.error, say), ...problems }}
          typing={typing}
          terminals={terminals.data}
          isLoading={terminals.isPending}
          onRetry={() => void terminals.refetch()}
          onChange={change}
        />
        <div className="flex flex-wrap gap-2">
          <Button type="submit" isPending={mutation.isPending || mutation.isSuccess}>
            {t("form.send")}
          </Button>
          <RequestPreview key={JSON.stringify(form)} scope={scope} formId={memory.id} readForm={readForm} />
        </div>
      </Form>
      {scope.environment === "sandbox" ? (
        <TestAmounts currency={form.currency} onChoose={(amount) => change({ amount })} />
      ) : null}
    </div>
  );
}

function problemsOf(error: unknown, say: Say): FormProblems {
  if (!(error instanceof ApiError)) return {};
  return Object.fromEntries(error.fields.map((problem) => [apiNames[problem.field] ?? problem.field, say(problem)]));
}
