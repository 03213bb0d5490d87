"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { Link } from "#components/ui/link.tsx";
import { toast } from "#components/ui/toast.ts";
import type { Endpoint } from "#lib/contract/endpoint.ts";
import { showsError } from "#lib/queries/failed-changes.ts";
import { changeFieldOrder, fieldOrderKey } from "#lib/queries/field-order.ts";
import type { Scope } from "#lib/queries/keys.ts";
import { DryRun } from "./dry-run.tsx";
import { FieldOrderMethods, FieldOrderNames } from "./field-order-names.tsx";
import { FieldOrderTrial } from "./field-order-trial.tsx";

type Props = {
  scope: Scope;
  endpoint: Endpoint;
  inForce: readonly string[];
  order: readonly string[];
  /** The methods whose field order changes. */
  methods: readonly string[];
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
};

/** Shows both orders and how stored notifications would read in the new one; requires the merchant's name. */
export function FieldOrderDialog({ scope, endpoint, inForce, order, methods, isOpen, onOpenChange }: Props) {
  const t = useTranslations("endpoints");
  const client = useQueryClient();
  const [typed, setTyped] = useState("");
  const { mutate, isPending, error, reset } = useMutation({
    meta: showsError,
    mutationFn: () => changeFieldOrder(scope, { endpointId: endpoint.id, order, name: typed }),
    onSuccess: () => {
      toast.success(t("fieldOrder.changed"));
      open(false);
    },
    onSettled: () => void client.invalidateQueries({ queryKey: fieldOrderKey(scope) }),
  });
  function open(isNowOpen: boolean) {
    setTyped("");
    reset();
    onOpenChange(isNowOpen);
  }
  return (
    <ConfirmDialog
      title={t("fieldOrder.dialog")}
      isOpen={isOpen}
      onOpenChange={open}
      className="sm:max-w-lg"
      warning={t("fieldOrder.consequence")}
      typedName={{ label: t("certificates.end.typeName", { name: endpoint.merchant }), value: typed, onChange: setTyped }}
      failedTitle={t("fieldOrder.failed")}
      error={error}
      submitLabel={t("fieldOrder.confirm")}
      onSubmit={() => mutate()}
      isPending={isPending}
      isDanger
    >
      <FieldOrderNames inForce={inForce} next={order} />
      <FieldOrderMethods methods={methods} />
      {isOpen ? (
        <DryRun scope={scope} endpointId={endpoint.id} change={{ fieldOrder: { order: [...order], methods: [...methods] } }} />
      ) : null}
      <FieldOrderTrial scope={scope} endpointId={endpoint.id} order={order} methods={methods} />
      <p>
        {t.rich("fieldOrder.verifyAgain", {
          link: (text) => (
            <Link
              className="text-accent underline underline-offset-2"
              href={`/${scope.environment}/${scope.merchant}/notifications?verdict=invalid`}
            >
              {text}
            </Link>
          ),
        })}
      </p>
    </ConfirmDialog>
  );
}
