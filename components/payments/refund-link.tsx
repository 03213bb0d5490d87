"use client";

import { Button, Modal } from "@heroui/react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ErrorNotice } from "#components/error-notice.tsx";
import { Money } from "#components/money.tsx";
import { TextInput } from "#components/ui/text-input.tsx";
import { toast } from "#components/ui/toast.ts";
import type { PaymentLinkState } from "#lib/contract/payment-link.ts";
import type { Scope } from "#lib/queries/keys.ts";
import { refundPaymentLink } from "#lib/queries/payment-links.ts";
import { whoAmIQuery } from "#lib/queries/session.ts";

/** Gives a paid link's order back as a whole, asked once more with the amount repeated; for those who may refund. */
export function RefundLink({ scope, link }: { scope: Scope; link: PaymentLinkState }) {
  const t = useTranslations("tour.refund");
  const client = useQueryClient();
  const { data: person } = useQuery(whoAmIQuery());
  const [isOpen, setOpen] = useState(false);
  const [reason, setReason] = useState("");
  const refund = useMutation({
    mutationFn: () => refundPaymentLink(scope, { token: link.token, reason }),
    onSuccess: () => {
      setOpen(false);
      toast.success(t("done"));
    },
    onSettled: () => client.invalidateQueries({ queryKey: [scope.environment] }),
  });
  if (link.status !== "paid" || !person?.staff.permissions.includes("refund")) return null;
  return (
    <Modal
      isOpen={isOpen}
      onOpenChange={(next) => {
        setOpen(next);
        refund.reset();
      }}
    >
      <Button variant="secondary" size="sm">
        {t("button")}
      </Button>
      <Modal.Backdrop>
        <Modal.Container>
          <Modal.Dialog>
            <Modal.Header>
              <Modal.Heading>
                {t("button")}: <Money {...link} />
              </Modal.Heading>
            </Modal.Header>
            <Modal.Body className="flex flex-col gap-3">
              {refund.isError ? <ErrorNotice title={t("failed")} error={refund.error} /> : null}
              <p>{t("does")}</p>
              <TextInput label={t("reason")} value={reason} onChange={setReason} maxLength={100} />
            </Modal.Body>
            <Modal.Footer>
              <Button variant="secondary" slot="close">
                {t("keep")}
              </Button>
              <Button isPending={refund.isPending} isDisabled={reason.trim() === ""} onPress={() => refund.mutate()}>
                {t("button")}
              </Button>
            </Modal.Footer>
          </Modal.Dialog>
        </Modal.Container>
      </Modal.Backdrop>
    </Modal>
  );
}
