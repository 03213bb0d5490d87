"use client";

import { Button } from "@heroui/react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
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
import { useUndoToast } from "#components/ui/use-undo-toast.ts";
import type { View } from "#lib/contract/view.ts";
import type { Scope } from "#lib/queries/keys.ts";
import { whoAmIQuery } from "#lib/queries/session.ts";
import { changeView, createView, deleteView, viewsQuery } from "#lib/queries/views.ts";
import { arrangementParsers } from "./transaction-search.ts";
import { type Arrangement, findMovingDays, toViewContent, viewListPath } from "./view-address.ts";

/** `view`: the view to edit; without it a new one is created from the arrangement. */
type Content = { scope: Scope; arrangement: Arrangement; view: View | undefined; onClose: () => void };

export function ViewDialog({ isOpen, ...content }: Content & { isOpen: boolean }) {
  const t = useTranslations("views");
  return (
    <Dialog
      title={t(content.view ? "editThis" : "saveAs")}
      isOpen={isOpen}
      onOpenChange={(isToOpen) => isToOpen || content.onClose()}
    >
      <ViewForm {...content} />
    </Dialog>
  );
}

function ViewForm({ scope, arrangement, view, onClose }: Content) {
  const t = useTranslations("views");
  const { environment } = scope;
  const { gatewayZone } = useEnvironment();
  const { data: me } = useQuery(whoAmIQuery());
  const mayShare = me !== undefined && me.staff.role !== "viewer";
  const isOwn = !view || view.author === null;
  const router = useRouter();
  const [, setOpen] = useQueryState("view", arrangementParsers.view);
  const client = useQueryClient();
  const showUndo = useUndoToast();
  const days = findMovingDays(arrangement, gatewayZone);
  const [name, setName] = useState(view?.name ?? "");
  const [isDefault, setDefault] = useState(view?.isDefault ?? false);
  const [isShared, setShared] = useState(view?.isShared ?? false);
  const [isMoving, setMoving] = useState(view === undefined || view.movingDays !== null);
  const content = { name, isDefault, isShared, ...toViewContent(arrangement, { isMoving, gatewayZone }) };
  const refresh = () => client.invalidateQueries({ queryKey: viewsQuery(environment).queryKey });
  const save = useMutation({
    mutationFn: () =>
      view ? changeView(environment, view.id, content) : createView(environment, { ...content, merchant: scope.merchant }),
    onSuccess: async (saved) => {
      await refresh();
      onClose();
      // The list shows it already: to load the page again would lose what is filtered meanwhile.
      await setOpen(saved.id);
    },
  });
  const restore = async (deleted: View) => {
    const { merchant, search, movingDays, columns } = deleted;
    const marks = { name: deleted.name, isDefault: deleted.isDefault, isShared: deleted.isShared };
    await createView(environment, { ...marks, merchant, search, movingDays, columns });
    await refresh();
  };
  const remove = useMutation({
    mutationFn: (id: string) => deleteView(environment, id),
    onSuccess: async () => {
      await refresh();
      onClose();
      if (view) showUndo(t("deleted", { name: view.name }), () => restore(view));
      router.replace(`${viewListPath(environment, scope.merchant)}?view=all`);
    },
  });
  const { problemOf, otherError, check } = useFieldErrors(save.error ?? remove.error, ["name"], { name: name.trim() === "" });
  const deleteButton = view ? (
    <Button variant="danger" className="mr-auto" isPending={remove.isPending} onPress={() => remove.mutate(view.id)}>
      {t("delete")}
    </Button>
  ) : null;
  return (
    <DialogForm
      submitLabel={t("save")}
      onSubmit={() => check() && save.mutate()}
      isPending={save.isPending}
      notice={<ErrorNotice title={t("notKept")} error={otherError} />}
      actions={deleteButton}
    >
      <TextInput label={t("name")} value={name} onChange={setName} problem={problemOf("name")} maxLength={60} />
      {days === null ? null : <CheckField label={t(`moving.${days}`)} isChecked={isMoving} onChange={setMoving} />}
      {isOwn ? <CheckField label={t("opensList")} isChecked={isDefault} onChange={setDefault} /> : null}
      {mayShare ? <CheckField label={t("share")} isChecked={isShared} onChange={setShared} /> : null}
      <p className="text-muted text-xs">{t(isShared ? "keepsShared" : "keeps")}</p>
    </DialogForm>
  );
}
