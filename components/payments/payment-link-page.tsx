"use client";

import { Button } from "@heroui/react";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useQueryStates } from "nuqs";
import { useState } from "react";
import { useSay } from "#components/language/say.ts";
import { noticeLink } from "#components/tour/tour-store.ts";
import { Choice } from "#components/ui/choice.tsx";
import { ErrorNotice } from "#components/ui/error-notice.tsx";
import { Form } from "#components/ui/form.tsx";
import { TextInput } from "#components/ui/text-input.tsx";
import { useFieldErrors } from "#components/ui/use-field-errors.ts";
import { currencyName, isCurrency } from "#lib/core/currency.ts";
import { formatAmount, readTypedAmount, toTypedDecimal } from "#lib/core/parse-amount-input.ts";
import { showsError } from "#lib/queries/failed-changes.ts";
import type { Scope } from "#lib/queries/keys.ts";
import { createPaymentLink } from "#lib/queries/payment-links.ts";
import { terminalsQuery } from "#lib/queries/terminals.ts";
import { PaymentLinkCard } from "./payment-link-card.tsx";
import { paymentLinkParsers } from "./payment-search.ts";
import { useTyping } from "./use-typing.ts";

/** Creates an order that can be paid on a telephone, while the page shows its notification arriving. */
export function PaymentLinkPage({ scope }: { scope: Scope }) {
  const t = useTranslations("payments");
  const say = useSay();
  const typing = useTyping();
  const { data: equipment } = useQuery(terminalsQuery(scope));
  const currencies = equipment?.currencies ?? [];
  const [chosen, setChosen] = useState<string | null>(null);
  const [search, setSearch] = useQueryStates(paymentLinkParsers);
  const [typedHere, setTyped] = useState<string | null>(null);
  const typed = typedHere ?? toTypedDecimal(search.amount ?? "", typing.locale);
  const currency = chosen ?? currencies[0] ?? "EUR";
  const name = isCurrency(currency) ? currencyName(currency, typing.locale) : "";
  const read = readTypedAmount(typed, { currency, ...typing });
  const link = useMutation({
    meta: showsError,
    mutationFn: (amountMinor: number) => createPaymentLink(scope, { amountMinor, currency }),
    onSuccess: ({ token }) => {
      noticeLink({ merchant: scope.merchant ?? "", token });
      void setSearch({ link: token, amount: null });
    },
  });
  const { problemOf, otherError, check } = useFieldErrors(link.error, ["amountMinor"], {
    amountMinor: "problem" in read ? say(read.problem) : read.amountMinor === 0 && t("problems.zero"),
  });
  const submit = () => {
    if (!link.isPending && check() && "amountMinor" in read) link.mutate(read.amountMinor);
  };
  return (
    <div className="grid items-start gap-6 lg:grid-cols-2">
      <Form className="flex max-w-xl flex-col gap-4" onSubmit={submit} noValidate>
        <ErrorNotice title={t("link.failed")} error={otherError} />
        <div className="grid gap-4 sm:grid-cols-[1fr_8rem]">
          <TextInput
            label={t("form.amount")}
            inputMode="decimal"
            value={typed}
            onChange={setTyped}
            problem={problemOf("amountMinor")}
            hint={"amountMinor" in read ? `${formatAmount({ ...read, currency }, typing.locale)} · ${name}` : name}
          />
          <Choice
            label={t("form.currency")}
            className="w-full"
            value={currency}
            options={(currencies.length > 0 ? currencies : [currency]).map((code) => ({ value: code, label: code }))}
            onChange={setChosen}
          />
        </div>
        <Button type="submit" data-tour="create" isPending={link.isPending}>
          {t("link.make")}
        </Button>
      </Form>
      {search.link ? <PaymentLinkCard key={search.link} scope={scope} token={search.link} /> : null}
    </div>
  );
}
