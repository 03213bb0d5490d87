"use client";

import { Button } from "@heroui/react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { toast } from "#components/ui/toast.ts";
import type { GuardActionView } from "#lib/contract/connection.ts";
import { showsError } from "#lib/queries/failed-changes.ts";

type Props = {
  environment: string;
  /** What is typed to confirm: a merchant's name, or the environment's. */
  typedName: "typeName" | "typeEnvironment";
  name: string;
  kind: "tryOnceMore" | "counterReset";
  /** The attempt may be the third failure, after which the gateway locks the account. */
  isException?: boolean;
  used: number;
  most: number;
  act: (typed: string) => Promise<GuardActionView>;
};

/** Confirms an action on the lockout guard: states the risk and requires the merchant's name. */
export function GuardDialog({ environment, typedName, name, kind, isException = false, used, most, act }: Props) {
  const t = useTranslations("connection");
  const [isOpen, setOpen] = useState(false);
  const client = useQueryClient();
  const mutation = useMutation({
    meta: showsError,
    mutationFn: act,
    onSuccess: ({ outcome }) => {
      setOpen(false);
      const showToast = outcome === "signed_in" || outcome === "not_sent" ? toast.success : toast.danger;
      showToast(t(`guard.outcomes.${outcome}`));
    },
    onSettled: () => void client.invalidateQueries({ queryKey: [environment] }),
  });
  const button = t(`guard.${kind}.button`);
  return (
    <ConfirmDialog
      title={t(`guard.${kind}.heading`, { name })}
      trigger={
        <Button size="sm" variant="secondary">
          {button}
        </Button>
      }
      isOpen={isOpen}
      onOpenChange={setOpen}
      warning={isException ? t("guard.tryOnceMore.exception") : t(`guard.${kind}.warning`, { used, most })}
      typedName={{ label: t(`guard.${typedName}`, { name }) }}
      failedTitle={t("guard.notDone")}
      error={mutation.error}
      submitLabel={button}
      onSubmit={(typed) => mutation.mutate(typed)}
      isPending={mutation.isPending}
      isDanger
    />
  );
}
