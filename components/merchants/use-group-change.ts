"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useUndoToast } from "#components/ui/use-undo-toast.ts";
import { showsError } from "#lib/queries/failed-changes.ts";
import { setMerchantGroup } from "#lib/queries/merchants.ts";

export type Grouped = { slug: string; group: string | null };

/** Puts merchants into a group, or into none, and offers to undo that. */
export function useGroupChange(environment: string, merchants: readonly Grouped[], onDone: () => void) {
  const t = useTranslations("frame.merchants.group");
  const client = useQueryClient();
  const showUndo = useUndoToast();
  const set = async (of: readonly Grouped[], group: string | null) => {
    await setMerchantGroup(environment, { merchants: of.map(({ slug }) => slug), group });
  };
  const refresh = () => client.invalidateQueries({ queryKey: [environment, "*", "merchants"] });
  const undo = async (before: readonly Grouped[]) => {
    for (const [group, of] of Map.groupBy(before, (merchant) => merchant.group)) await set(of, group);
    await refresh();
  };
  return useMutation({
    meta: showsError,
    // The list may be read again before the change is answered.
    onMutate: () => merchants,
    mutationFn: (group: string | null) => set(merchants, group),
    onSuccess: async (_, group, before) => {
      const count = before.length;
      onDone();
      showUndo(group === null ? t("removed", { count }) : t("done", { count, name: group }), () => undo(before));
      await refresh();
    },
  });
}
