"use client";

import { Alert, Button } from "@heroui/react";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { ErrorNotice } from "#components/error-notice.tsx";
import { Choice } from "#components/ui/choice.tsx";
import { TextInput } from "#components/ui/text-input.tsx";
import type { CreatePaymentInput } from "#lib/contract/payment.ts";
import { currencyName, isCurrency } from "#lib/core/currency.ts";
import { formatMoney, parseTypedAmount } from "#lib/core/money.ts";
import { ApiError } from "#lib/queries/api-error.ts";
import type { Scope } from "#lib/queries/keys.ts";
import { createPayment } from "#lib/queries/payments.ts";
import { terminalsQuery } from "#lib/queries/terminals.ts";
import { emptyPaymentForm, type FormProblems, type PaymentForm, readPaymentForm } from "./read-payment-form.ts";
import { useIdempotencyKey } from "./use-idempotency-key.ts";

export function NewPaymentForm({ scope }: { scope: Scope }) {
  const router = useRouter();
  const terminals = useQuery(terminalsQuery(scope));
  const [form, setForm] = useState<PaymentForm>(emptyPaymentForm);
  const [problems, setProblems] = useState<FormProblems>({});
  const key = useIdempotencyKey(`${scope.environment}/${scope.merchant}`);
  const mutation = useMutation({
    mutationFn: (input: CreatePaymentInput) => createPayment(scope, { input, idempotencyKey: key.read() }),
    onSuccess: ({ merchant, paymentId }) => {
      key.renew();
      router.push(`/${scope.environment}/${merchant}/payments/${paymentId}`);
    },
    onError: (error) => {
      if (error instanceof ApiError && error.status !== null && error.code !== "outcome_unknown") key.renew();
    },
  });
  const set = (change: Partial<PaymentForm>) => {
    setForm({ ...form, ...change });
    setProblems({});
  };
  const field = (name: keyof PaymentForm, apiName: string = name) => ({
    value: form[name],
    onChange: (value: string) => set({ [name]: value }),
    problem: problems[name] ?? fieldProblem(mutation.error, apiName),
  });

  function submit() {
    const read = readPaymentForm(form);
    if ("problems" in read) setProblems(read.problems);
    else mutation.mutate(read.input);
  }

  return (
    <form
      className="flex max-w-xl flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      noValidate
    >
      {terminals.isError ? (
        <ErrorNotice title="The terminals could not be listed" error={terminals.error} onRetry={() => void terminals.refetch()} />
      ) : null}
      {mutation.isError ? (
        <Refused error={mutation.error} paymentsHref={`/${scope.environment}/${scope.merchant}/payments`} />
      ) : null}
      <Choice
        label="Terminal"
        isLoading={terminals.isPending}
        className="w-full"
        value={form.terminalId === "" ? null : form.terminalId}
        options={(terminals.data?.items ?? []).map(({ terminalId, name, currency }) => ({
          value: terminalId,
          label: [terminalId, name, currency].filter(Boolean).join(" · "),
        }))}
        onChange={(terminalId) =>
          set({
            terminalId: terminalId ?? "",
            currency: terminals.data?.items.find((each) => each.terminalId === terminalId)?.currency ?? form.currency,
          })
        }
      />
      {problems.terminalId ? <p className="text-(--tone-danger)">{problems.terminalId}</p> : null}
      <div className="grid gap-4 sm:grid-cols-[1fr_8rem]">
        <TextInput label="Amount" inputMode="decimal" hint={amountHint(form)} isRequired {...field("amount", "amountMinor")} />
        <TextInput
          label="Currency"
          maxLength={3}
          hint={isCurrency(form.currency) ? currencyName(form.currency) : undefined}
          {...field("currency")}
        />
      </div>
      <TextInput label="Tip (optional)" inputMode="decimal" {...field("tip", "tipMinor")} />
      <TextInput
        label="Your reference (optional)"
        hint="Left empty, the desk makes one that is unique for the terminal."
        maxLength={50}
        {...field("referenceNumber")}
      />
      <TextInput label="Description (optional)" maxLength={100} {...field("description")} />
      <TextInput label="Operator code (optional)" maxLength={4} {...field("operatorCode")} />
      <details>
        <summary className="cursor-pointer text-muted">Additional fields as JSON</summary>
        <TextInput label="Additional fields" isMultiline maxLength={8192} {...field("extra")} />
      </details>
      <Button type="submit" isPending={mutation.isPending} isDisabled={mutation.isSuccess}>
        Send to the terminal
      </Button>
    </form>
  );
}

function amountHint({ amount, currency }: PaymentForm): string | undefined {
  const amountMinor = isCurrency(currency) ? parseTypedAmount(amount, currency) : undefined;
  return amountMinor === undefined ? undefined : `${formatMoney({ amountMinor, currency })} ${currency}`;
}

function fieldProblem(error: unknown, name: string): string | undefined {
  return error instanceof ApiError ? error.fields.find(({ field }) => field === name)?.message : undefined;
}

function Refused({ error, paymentsHref }: { error: unknown; paymentsHref: string }) {
  if (!(error instanceof ApiError) || (error.code !== "outcome_unknown" && error.code !== "network")) {
    return <ErrorNotice title="The payment was not taken" error={error} />;
  }
  return (
    <Alert status="warning" role="alert">
      <Alert.Indicator />
      <Alert.Content>
        <Alert.Title>It may or may not have happened</Alert.Title>
        <Alert.Description>
          No answer arrived. Do not take it again: the desk looks for it by its reference and says what it finds in the{" "}
          <a href={paymentsHref} className="underline">
            list of payments
          </a>
          .
        </Alert.Description>
      </Alert.Content>
    </Alert>
  );
}
