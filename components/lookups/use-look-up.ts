import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { currentAddress, useOpenAnswer } from "#components/ui/use-open-answer.ts";
import { lookupAddress } from "#lib/queries/lookups.ts";

/** Takes references to the bulk lookup over all merchants; a list too long for an address is stored first. */
export function useLookUp(environment: string) {
  const common = useTranslations("common");
  const openAnswer = useOpenAnswer();
  return useMutation({
    mutationFn: (references: readonly string[]) => lookupAddress({ environment, merchant: null }, references),
    onMutate: currentAddress,
    onSuccess: (address, _, from) => openAnswer(address, { from, done: common("lookupReady") }),
  });
}
