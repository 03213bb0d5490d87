"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
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
  const { mutate, isPending, error } = useMutation({
    meta: showsError,
    mutationFn: (name: string) => changeFieldOrder(scope, { endpointId: endpoint.id, order, name }),
    onSuccess: () => {
      toast.success(t("fieldOrder.changed"));
      onOpenChange(false);
    },
    onSettled: () => void client.invalidateQueries({ queryKey: fieldOrderKey(scope) }),
  });
  return (
    <ConfirmDialog
      title={t("fieldOrder.dialog")}
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      className="sm:max-w-lg"
      warning={t("fieldOrder.consequence")}
      typedName={{ label: t("certificates.end.typeName", { name: endpoint.merchant }) }}
      failedTitle={t("fieldOrder.failed")}
      error={error}
      submitLabel={t("fieldOrder.confirm")}
      onSubmit={(typed) => mutate(typed)}
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
