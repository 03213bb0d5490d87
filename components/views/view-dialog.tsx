"use client";

import { Button } from "@heroui/react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useQueryState } from "nuqs";
import { useState } from "react";
import { CheckField } from "#components/ui/check-field.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { DialogForm } from "#components/ui/dialog-form.tsx";
import { useEnvironment } from "#components/ui/environment-context.tsx";
import { ErrorNotice } from "#components/ui/error-notice.tsx";
import { TextInput } from "#components/ui/text-input.tsx";
import { useFieldErrors } from "#components/ui/use-field-errors.ts";
import { showsError } from "#lib/queries/failed-changes.ts";
import { whoAmIQuery } from "#lib/queries/session.ts";
import { changeView, createView, type View, viewsQuery } from "#lib/queries/views.ts";
import { DeleteSharedView } from "./delete-shared-view.tsx";
import { useDeleteView } from "./use-delete-view.ts";
import { type Arrangement, findMovingDays, type ListPlace, type OpenedDays, toViewContent } from "./view-address.ts";

type Content = {
  place: ListPlace;
  arrangement: Arrangement;
  /** The relative days of the open view. */
  opened: OpenedDays | null;
  /** The view to edit; without it a new one is created from the arrangement. */
  view: View | undefined;
  onClose: () => void;
};

export function ViewDialog({ isOpen, ...content }: Content & { isOpen: boolean }) {
  const t = useTranslations("views");
  const { place, view, onClose } = content;
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Dialog title={t(view ? "editThis" : "saveAs")} isOpen={isOpen} onOpenChange={(isToOpen) => isToOpen || onClose()}>
        <ViewForm {...content} onAsk={() => setAsking(true)} />
      </Dialog>
      {isOpen && view && view.author !== null ? (
        <DeleteSharedView {...{ place, view, author: view.author, onClose }} isOpen={isAsking} onOpenChange={setAsking} />
      ) : null}
    </>
  );
}

/** `onAsk`: a colleague's view is deleted only after a question. */
function ViewForm({ place, arrangement, opened, view, onClose, onAsk }: Content & { onAsk: () => void }) {
  const t = useTranslations("views");
  const { list, scope } = place;
  const views = { environment: scope.environment, list };
  const { gatewayZone } = useEnvironment();
  const { data: me } = useQuery(whoAmIQuery());
  const mayShare = me !== undefined && me.staff.role !== "viewer";
  const isOwn = !view || view.author === null;
  const [, setOpen] = useQueryState("view");
  const client = useQueryClient();
  const days = findMovingDays(arrangement, { gatewayZone, opened });
  const [name, setName] = useState(view?.name ?? "");
  const [isDefault, setDefault] = useState(view?.isDefault ?? false);
  const [isShared, setShared] = useState(view?.isShared ?? false);
  const [isMoving, setMoving] = useState(view === undefined || (view.movingDays ?? null) !== null);
  const content = { name, isDefault, isShared, ...toViewContent(arrangement, { isMoving, gatewayZone, opened }) };
  const refresh = () => client.invalidateQueries({ queryKey: viewsQuery(views).queryKey });
  const save = useMutation({
    meta: showsError,
    mutationFn: () => (view ? changeView(views, view.id, content) : createView(views, { ...content, merchant: scope.merchant })),
    onSuccess: async (saved) => {
      await refresh();
      onClose();
      // The list shows it already: to load the page again would lose what is filtered meanwhile.
      await setOpen(saved.id);
    },
  });
  const remove = useDeleteView(place, onClose);
  const { problemOf, otherError, check } = useFieldErrors(save.error ?? remove.error, ["name"], { name: name.trim() === "" });
  // Only transactions have columns, a zone and an order to choose.
  const keeps = list === "transactions" ? (isShared ? "keepsShared" : "keeps") : isShared ? "keepsFiltersShared" : "keepsFilters";
  const deleteButton = view ? (
    <Button
      variant="danger"
      className="mr-auto"
      isPending={remove.isPending}
      onPress={() => (isOwn ? remove.mutate(view) : onAsk())}
    >
      {t("delete")}
    </Button>
  ) : null;
  return (
    <DialogForm
      submitLabel={t("save")}
      onSubmit={() => check() && save.mutate()}
      isPending={save.isPending}
      isSending={save.isPending || remove.isPending}
      notice={<ErrorNotice title={t("notKept")} error={otherError} />}
      actions={deleteButton}
    >
      <TextInput label={t("name")} value={name} onChange={setName} problem={problemOf("name")} maxLength={60} />
      {days === null ? null : <CheckField label={t(`moving.${days}`)} isChecked={isMoving} onChange={setMoving} />}
      {isOwn ? <CheckField label={t("opensList")} isChecked={isDefault} onChange={setDefault} /> : null}
      {mayShare || view?.isShared ? <CheckField label={t("share")} isChecked={isShared} onChange={setShared} /> : null}
      <p className="text-muted text-xs">{t(keeps)}</p>
    </DialogForm>
  );
}
