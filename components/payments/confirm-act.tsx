"use client";

import { Button, Modal } from "@heroui/react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ErrorNotice } from "#components/error-notice.tsx";
import { TextInput } from "#components/ui/text-input.tsx";
import { toast } from "#components/ui/toast.ts";
import type { PaymentDetail } from "#lib/contract/payment.ts";
import { formatMoney } from "#lib/core/money.ts";
import { readTypedAmount } from "#lib/core/typed-amount.ts";
import { ApiError } from "#lib/queries/api-error.ts";
import type { Scope } from "#lib/queries/keys.ts";
import { changePayment, type PaymentAct } from "#lib/queries/payments.ts";
import { useTypingLocale } from "./use-typing-locale.ts";

const names: Record<PaymentAct, { button: string; done: string; does: string }> = {
  cancel: { button: "Cancel payment", done: "The cancellation was sent", does: "The terminal stops asking for this payment." },
  reversal: { button: "Reverse payment", done: "The reversal was sent", does: "The whole payment is taken back." },
  refunds: { button: "Refund", done: "The refund was sent", does: "So much is given back, as a payment of its own." },
};

type Props = { act: PaymentAct; scope: Scope; merchantName: string; payment: PaymentDetail };

/** A button that asks once more, repeating amount and merchant. One opening is one act, however often it is pressed. */
export function ConfirmAct({ act, scope, merchantName, payment }: Props) {
  const [idempotencyKey, setKey] = useState<string>();
  const [reason, setReason] = useState("");
  const [typed, setTyped] = useState("");
  const client = useQueryClient();
  const locale = useTypingLocale();
  const { currency } = payment;
  const isRefund = act === "refunds";
  const amount = isRefund ? readRefund(typed, { payment, locale }) : { amountMinor: payment.amountMinor };
  const amountText = "amountMinor" in amount ? `${formatMoney({ ...amount, currency }, "en-GB")} ${currency}` : "";
  const mutation = useMutation({
    mutationFn: () =>
      changePayment(scope, {
        paymentId: payment.paymentId,
        act,
        body: isRefund ? { ...amount, reason } : { reason },
        idempotencyKey: idempotencyKey ?? "",
      }),
    onSuccess: () => {
      setKey(undefined);
      toast.success(names[act].done);
    },
    onError: (error) => {
      if (!(error instanceof ApiError) || error.code !== "outcome_unknown") return;
      setKey(undefined);
      toast.warning("No answer arrived. The desk finds out whether it happened.");
    },
    onSettled: () => client.invalidateQueries({ queryKey: [scope.environment] }),
  });
  const begin = (isOpen: boolean) => {
    setKey(isOpen ? crypto.randomUUID() : undefined);
    mutation.reset();
  };
  return (
    <Modal isOpen={idempotencyKey !== undefined} onOpenChange={begin}>
      <Button variant="secondary" size="sm">
        {names[act].button}
      </Button>
      <Modal.Backdrop>
        <Modal.Container>
          <Modal.Dialog>
            <Modal.Header>
              <Modal.Heading>
                {names[act].button}: {[amountText, merchantName].filter(Boolean).join(", ")}
              </Modal.Heading>
            </Modal.Header>
            <Modal.Body className="flex flex-col gap-3">
              {mutation.isError ? <ErrorNotice title="This was not done" error={mutation.error} /> : null}
              <p>{names[act].does}</p>
              {isRefund ? (
                <TextInput
                  label={`Amount, at most ${formatMoney({ amountMinor: payment.refundableMinor, currency }, "en-GB")} ${currency}`}
                  value={typed}
                  onChange={setTyped}
                  inputMode="decimal"
                  hint={amountText || undefined}
                  problem={typed !== "" && "problem" in amount ? amount.problem : undefined}
                />
              ) : null}
              {act === "cancel" ? null : (
                <TextInput
                  label={isRefund ? "Reason" : "Reason (optional)"}
                  value={reason}
                  onChange={setReason}
                  maxLength={100}
                />
              )}
            </Modal.Body>
            <Modal.Footer>
              <Button variant="secondary" slot="close">
                Keep it
              </Button>
              <Button
                isPending={mutation.isPending}
                isDisabled={!("amountMinor" in amount) || (isRefund && reason.trim() === "")}
                onPress={() => mutation.mutate()}
              >
                {[names[act].button, amountText].filter(Boolean).join(" ")}
              </Button>
            </Modal.Footer>
          </Modal.Dialog>
        </Modal.Container>
      </Modal.Backdrop>
    </Modal>
  );
}

type Refund = { payment: PaymentDetail; locale: string };

function readRefund(typed: string, { payment, locale }: Refund): { amountMinor: number } | { problem: string } {
  const { currency, refundableMinor } = payment;
  const read = readTypedAmount(typed, { currency, locale });
  if ("problem" in read) return read;
  if (read.amountMinor === 0) return { problem: "The amount is more than zero." };
  const left = `${formatMoney({ amountMinor: refundableMinor, currency }, "en-GB")} ${currency}`;
  return read.amountMinor > refundableMinor ? { problem: `At most ${left} is left to refund.` } : read;
}
