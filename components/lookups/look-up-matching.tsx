"use client";

import { Button } from "@heroui/react";
import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { toast } from "#components/ui/toast.ts";
import { currentAddress, useOpenAnswer } from "#components/ui/use-open-answer.ts";
import type { MatchingLookup } from "#lib/queries/lookups.ts";

type Props = { label?: string; variant?: "primary" | "secondary"; share: () => Promise<MatchingLookup> };

/** Takes the references of all matching rows, loaded or not, to the bulk lookup. */
export function LookUpMatching({ label, variant = "secondary", share }: Props) {
  const t = useTranslations("table.footer");
  const common = useTranslations("common");
  const openAnswer = useOpenAnswer();
  const { mutate, isPending } = useMutation({
    mutationFn: share,
    onMutate: currentAddress,
    onSuccess: ({ address, references, isCut }, _, from) => {
      if (isCut) toast(t("lookUpCut", { count: references }));
      openAnswer(address, { from, done: common("lookupReady") });
    },
  });
  return (
    <Button size="sm" variant={variant} isPending={isPending} onPress={() => mutate()}>
      {label ?? t("lookUpMatching")}
    </Button>
  );
}
