"use client";

import { useTranslations } from "next-intl";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import type { View } from "#lib/queries/views.ts";
import { useDeleteView } from "./use-delete-view.ts";
import type { ListPlace } from "./view-address.ts";

type Props = {
  place: ListPlace;
  view: View;
  author: string;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  onClose: () => void;
};

/** Deletes a view that a colleague shares, after a question: it cannot be taken back. */
export function DeleteSharedView({ place, view, author, isOpen, onOpenChange, onClose }: Props) {
  const t = useTranslations("views");
  const { mutate, isPending, error } = useDeleteView(place, () => {
    onOpenChange(false);
    onClose();
  });
  return (
    <ConfirmDialog
      title={t("deleteShared.title", { name: view.name })}
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      warning={t("deleteShared.warning", { author })}
      failedTitle={t("deleteShared.failed")}
      error={error}
      submitLabel={t("delete")}
      onSubmit={() => mutate(view)}
      isPending={isPending}
      isDanger
    />
  );
}
