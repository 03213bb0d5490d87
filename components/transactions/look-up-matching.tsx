"use client";

import { Button } from "@heroui/react";
import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useSay } from "#components/language/say.ts";
import { toast } from "#components/ui/toast.ts";
import type { TransactionSelection } from "#lib/contract/transaction-selection.ts";
import type { Scope } from "#lib/queries/keys.ts";
import { matchingLookup } from "#lib/queries/lookups.ts";

/** Takes the references of all matching rows, loaded or not, to the bulk lookup. */
export function LookUpMatching({ scope, selection }: { scope: Scope; selection: TransactionSelection }) {
  const t = useTranslations("transactions.selection");
  const say = useSay();
  const router = useRouter();
  const { mutate, isPending } = useMutation({
    mutationFn: () => matchingLookup(scope, selection),
    onSuccess: ({ address, references, isCut }) => {
      if (isCut) toast(t("lookUpCut", { count: references }));
      router.push(address);
    },
    onError: (error) => toast.danger(say(error)),
  });
  return (
    <Button size="sm" isPending={isPending} onPress={() => mutate()}>
      {t("lookUpAll")}
    </Button>
  );
}
