"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useUndoToast } from "#components/ui/use-undo-toast.ts";
import { showsError } from "#lib/queries/failed-changes.ts";
import type { Scope } from "#lib/queries/keys.ts";
import { archiveMerchant, restoreMerchant } from "#lib/queries/merchants.ts";

const changes = { archive: archiveMerchant, restore: restoreMerchant } as const;
type Kind = keyof typeof changes;

const opposite = { archive: "restore", restore: "archive" } as const satisfies Record<Kind, Kind>;

/** Archives a merchant or restores it, and offers to undo that. */
export function useArchive(scope: Scope, kind: Kind, onDone?: () => void) {
  const t = useTranslations("frame.merchants.archive");
  const client = useQueryClient();
  const showUndo = useUndoToast();
  const refresh = () => client.invalidateQueries({ queryKey: [scope.environment] });
  return useMutation({
    meta: showsError,
    mutationFn: () => changes[kind](scope),
    onSuccess: () => {
      onDone?.();
      showUndo(t(`done.${kind}`), async () => {
        await changes[opposite[kind]](scope);
        await refresh();
      });
      return refresh();
    },
  });
}
