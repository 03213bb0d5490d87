"use client";

import { Button } from "@heroui/react";
import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Share2 } from "#components/ui/icons.tsx";
import { toast } from "#components/ui/toast.ts";
import type { Scope } from "#lib/queries/keys.ts";
import { lookupAddress } from "#lib/queries/lookups.ts";

type Lookup = { scope: Scope; references: readonly string[] };

/** Copies an address that opens with these references; a colleague's lookup uses their own permissions. */
export function ShareLookup({ scope, references }: Lookup) {
  const t = useTranslations("lookups.share");
  const [shared, setShared] = useState<Lookup & { address: string }>();
  const { mutate, isPending } = useMutation({
    mutationFn: async (lookup: Lookup) => new URL(await lookupAddress(lookup.scope, lookup.references), location.href).href,
    onSuccess: async (address, lookup) => {
      setShared({ ...lookup, address });
      await navigator.clipboard.writeText(address).then(
        () => toast.success(t("copied")),
        () => toast(t("copyIt")),
      );
    },
  });
  return (
    <>
      {shared?.references === references && shared.scope.merchant === scope.merchant ? (
        <input
          readOnly
          aria-label={t("address")}
          value={shared.address}
          onFocus={({ target }) => target.select()}
          className="reference w-56 min-w-0 rounded-md border border-(--field-border) bg-(--field-background) px-2 py-1"
        />
      ) : null}
      <Button size="sm" variant="secondary" isPending={isPending} onPress={() => mutate({ scope, references })}>
        <Share2 aria-hidden="true" className="size-4" />
        {t("act")}
      </Button>
    </>
  );
}
