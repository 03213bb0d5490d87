"use client";

import { Button } from "@heroui/react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { Money } from "#components/ui/money.tsx";
import { TextInput } from "#components/ui/text-input.tsx";
import { toast } from "#components/ui/toast.ts";
import { useFieldErrors } from "#components/ui/use-field-errors.ts";
import type { PaymentLinkState } from "#lib/contract/payment-link.ts";
import { showsError } from "#lib/queries/failed-changes.ts";
import type { Scope } from "#lib/queries/keys.ts";
import { refundPaymentLink } from "#lib/queries/payment-links.ts";
import { whoAmIQuery } from "#lib/queries/session.ts";
import { useUnseenFailure } from "./use-unseen-failure.ts";

/** Refunds the whole order of a paid link after a confirmation with the amount; for users who may refund. */
export function RefundLink({ scope, link }: { scope: Scope; link: PaymentLinkState }) {
  const t = useTranslations("tour.refund");
  const client = useQueryClient();
  const { data: user } = useQuery(whoAmIQuery());
  const [isOpen, setOpen] = useState(false);
  const [reason, setReason] = useState("");
  const toFailureText = useUnseenFailure(t("button"));
  const refund = useMutation({
    meta: { ...showsError, toFailureText },
    mutationFn: () => refundPaymentLink(scope, { token: link.token, reason }),
    onSuccess: () => {
      setOpen(false);
      toast.success(t("done"));
    },
    onSettled: () => void client.invalidateQueries({ queryKey: [scope.environment] }),
  });
  const { problemOf, otherError, check, clear } = useFieldErrors(refund.error, ["reason"], { reason: reason.trim() === "" });
  if (link.status !== "paid" || !user?.staff.permissions.includes("refund")) return null;
  return (
    <ConfirmDialog
      title={
        <>
          {t("button")}: <Money {...link} />
        </>
      }
      trigger={
        <Button variant="secondary" size="sm" data-tour="refund">
          {t("button")}
        </Button>
      }
      isOpen={isOpen}
      onOpenChange={(next) => {
        setOpen(next);
        setReason("");
        refund.reset();
        clear();
      }}
      failedTitle={t("failed")}
      error={otherError}
      submitLabel={t("button")}
      check={check}
      onSubmit={() => refund.mutate()}
      isPending={refund.isPending}
    >
      <p>{t("does")}</p>
      <TextInput label={t("reason")} value={reason} onChange={setReason} problem={problemOf("reason")} maxLength={100} />
    </ConfirmDialog>
  );
}
