"use client";

import { Button } from "@heroui/react";
import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { toast } from "#components/ui/toast.ts";
import type { MatchingLookup } from "#lib/queries/lookups.ts";

type Props = { label?: string; variant?: "primary" | "secondary"; share: () => Promise<MatchingLookup> };

/** Takes the references of all matching rows, loaded or not, to the bulk lookup. */
export function LookUpMatching({ label, variant = "secondary", share }: Props) {
  const t = useTranslations("table.footer");
  const router = useRouter();
  const { mutate, isPending } = useMutation({
    mutationFn: share,
    onSuccess: ({ address, references, isCut }) => {
      if (isCut) toast(t("lookUpCut", { count: references }));
      router.push(address);
    },
  });
  return (
    <Button size="sm" variant={variant} isPending={isPending} onPress={() => mutate()}>
      {label ?? t("lookUpMatching")}
    </Button>
  );
}
