"use client";

import { Button } from "@heroui/react";
import { useTranslations } from "next-intl";
import { useSay } from "#components/language/say.ts";
import { toast } from "#components/ui/toast.ts";
import type { Scope } from "#lib/queries/keys.ts";
import { useArchive } from "./use-archive.ts";

/** Restores an archived merchant; in a row of a list, `name` tells several of them apart. */
export function RestoreButton({ scope, name }: { scope: Scope; name?: string }) {
  const t = useTranslations("frame.merchants.archive");
  const say = useSay();
  const mutation = useArchive(scope, "restore");
  const isInRow = name !== undefined;
  return (
    <Button
      size="sm"
      variant={isInRow ? "ghost" : "secondary"}
      className={isInRow ? "h-6 min-h-0 px-0 underline underline-offset-2" : ""}
      aria-label={isInRow ? t("restoreName", { name }) : undefined}
      isPending={mutation.isPending}
      onPress={() => mutation.mutate(undefined, { onError: (error) => toast.danger(say(error)) })}
    >
      {t(isInRow ? "restoreRow" : "restore")}
    </Button>
  );
}
