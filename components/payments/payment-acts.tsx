"use client";

import { Button, Modal, toast } from "@heroui/react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ErrorNotice } from "#components/error-notice.tsx";
import { TextInput } from "#components/ui/text-input.tsx";
import type { PaymentDetail } from "#lib/contract/payment.ts";
import { formatMoney, parseTypedAmount } from "#lib/core/money.ts";
import type { Scope } from "#lib/queries/keys.ts";
import { changePayment, isOpenStatus, type PaymentAct } from "#lib/queries/payments.ts";
import { whoAmIQuery } from "#lib/queries/session.ts";

const names: Record<PaymentAct, { button: string; done: string }> = {
  cancel: { button: "Cancel payment", done: "The cancellation was sent" },
  reversal: { button: "Reverse payment", done: "The reversal was sent" },
  refunds: { button: "Refund", done: "The refund was sent" },
};

type Props = { scope: Scope; merchantName: string; payment: PaymentDetail };

/** What may be done now by this person; each is confirmed with amount and merchant repeated. */
export function PaymentActs(props: Props) {
  const { data } = useQuery(whoAmIQuery());
  const { status, kind, refundableMinor } = props.payment;
  const mayRefund = data?.staff.permissions.includes("refund") ?? false;
  const mayCancel = data !== undefined && data.staff.role !== "viewer";
  return (
    <>
      {mayCancel && isOpenStatus(status) && status !== "sending" ? <Act act="cancel" {...props} /> : null}
      {mayRefund && status === "success" && kind === "payment" ? <Act act="reversal" {...props} /> : null}
      {mayRefund && status === "success" && kind === "payment" && refundableMinor > 0 ? <Act act="refunds" {...props} /> : null}
    </>
  );
}

function Act({ act, scope, merchantName, payment }: Props & { act: PaymentAct }) {
  const [isOpen, setOpen] = useState(false);
  const [idempotencyKey, setKey] = useState("");
  const [reason, setReason] = useState("");
  const [amount, setAmount] = useState("");
  const client = useQueryClient();
  const { currency } = payment;
  const amountMinor = act === "refunds" ? parseTypedAmount(amount, currency) : payment.amountMinor;
  const mutation = useMutation({
    mutationFn: () =>
      changePayment(scope, {
        paymentId: payment.paymentId,
        act,
        body: act === "refunds" ? { amountMinor, reason } : { reason },
        idempotencyKey,
      }),
    onSuccess: () => {
      setOpen(false);
      toast.success(names[act].done);
    },
    onSettled: () => client.invalidateQueries({ queryKey: [scope.environment] }),
  });
  const begin = (open: boolean) => {
    if (open) setKey(crypto.randomUUID());
    setOpen(open);
  };
  return (
    <Modal isOpen={isOpen} onOpenChange={begin}>
      <Button variant={act === "cancel" ? "secondary" : "danger"} size="sm">
        {names[act].button}
      </Button>
      <Modal.Backdrop>
        <Modal.Container>
          <Modal.Dialog>
            <Modal.Header>
              <Modal.Heading>
                {names[act].button}: {amountMinor === undefined ? "" : `${formatMoney({ amountMinor, currency })} ${currency}`},{" "}
                {merchantName}
              </Modal.Heading>
            </Modal.Header>
            <Modal.Body>
              {mutation.isError ? <ErrorNotice title="This was not done" error={mutation.error} /> : null}
              {act === "refunds" ? (
                <TextInput
                  label={`Amount, at most ${formatMoney({ amountMinor: payment.refundableMinor, currency })} ${currency}`}
                  value={amount}
                  onChange={setAmount}
                  inputMode="decimal"
                />
              ) : null}
              {act === "cancel" ? (
                <p>The terminal stops asking for this payment.</p>
              ) : (
                <TextInput label="Reason" value={reason} onChange={setReason} maxLength={100} />
              )}
            </Modal.Body>
            <Modal.Footer>
              <Button variant="secondary" slot="close">
                Keep it
              </Button>
              <Button
                variant="danger"
                isPending={mutation.isPending}
                isDisabled={amountMinor === undefined || amountMinor === 0 || (act === "refunds" && reason === "")}
                onPress={() => mutation.mutate()}
              >
                {names[act].button}
              </Button>
            </Modal.Footer>
          </Modal.Dialog>
        </Modal.Container>
      </Modal.Backdrop>
    </Modal>
  );
}
