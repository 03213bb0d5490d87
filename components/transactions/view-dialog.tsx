"use client";

import { Button, Modal } from "@heroui/react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ErrorNotice } from "#components/error-notice.tsx";
import { useSentence } from "#components/language/sentences.tsx";
import { useEnvironment } from "#components/layout/environment-context.tsx";
import { CheckField } from "#components/ui/check-field.tsx";
import { Form } from "#components/ui/form.tsx";
import { TextInput } from "#components/ui/text-input.tsx";
import { toast } from "#components/ui/toast.ts";
import type { View } from "#lib/contract/view.ts";
import { ApiError } from "#lib/queries/api-error.ts";
import type { Scope } from "#lib/queries/keys.ts";
import { changeView, createView, deleteView, viewsQuery } from "#lib/queries/views.ts";
import { type Arrangement, findMovingDays, toViewContent, viewAddress, viewListPath } from "./view-address.ts";

/** `view`: the one to change; without it a new one is made of the arrangement. */
type Content = { scope: Scope; arrangement: Arrangement; view: View | undefined; onClose: () => void };

export function ViewDialog({ isOpen, ...content }: Content & { isOpen: boolean }) {
  const t = useTranslations("views");
  return (
    <Modal isOpen={isOpen} onOpenChange={(isToOpen) => isToOpen || content.onClose()}>
      <Modal.Backdrop>
        <Modal.Container>
          <Modal.Dialog>
            <Modal.Header>
              <Modal.Heading>{t(content.view ? "editThis" : "saveAs")}</Modal.Heading>
            </Modal.Header>
            {isOpen ? <ViewForm {...content} /> : null}
          </Modal.Dialog>
        </Modal.Container>
      </Modal.Backdrop>
    </Modal>
  );
}

function ViewForm({ scope, arrangement, view, onClose }: Content) {
  const t = useTranslations("views");
  const say = useSentence();
  const { environment } = scope;
  const { gatewayZone } = useEnvironment();
  const router = useRouter();
  const client = useQueryClient();
  const days = findMovingDays(arrangement, gatewayZone);
  const [name, setName] = useState(view?.name ?? "");
  const [isDefault, setDefault] = useState(view?.isDefault ?? false);
  const [isMoving, setMoving] = useState(view === undefined || view.movingDays !== null);
  const content = { name, isDefault, ...toViewContent(arrangement, { isMoving, gatewayZone }) };
  const refresh = () => client.invalidateQueries({ queryKey: viewsQuery(environment).queryKey });
  const save = useMutation({
    mutationFn: () =>
      view ? changeView(environment, view.id, content) : createView(environment, { ...content, merchant: scope.merchant }),
    onSuccess: async (saved) => {
      await refresh();
      onClose();
      router.replace(viewAddress(environment, saved, gatewayZone), { scroll: false });
    },
  });
  const remove = useMutation({
    mutationFn: (id: string) => deleteView(environment, id),
    onSuccess: async () => {
      await refresh();
      onClose();
      toast.success(t("deleted", { name: view?.name ?? "" }));
      router.replace(`${viewListPath(environment, scope.merchant)}?view=all`);
    },
  });
  const error = save.error ?? remove.error;
  const problem = error instanceof ApiError ? error.fields.find(({ field }) => field === "name")?.message : undefined;
  return (
    <Form onSubmit={() => save.mutate()}>
      <Modal.Body className="flex flex-col gap-4">
        {error && problem === undefined ? <ErrorNotice title={t("notKept")} error={error} /> : null}
        <TextInput
          label={t("name")}
          value={name}
          onChange={setName}
          problem={problem && say(problem)}
          maxLength={60}
          isRequired
        />
        {days === null ? null : <CheckField label={t(`moving.${days}`)} isChecked={isMoving} onChange={setMoving} />}
        <CheckField label={t("opensList")} isChecked={isDefault} onChange={setDefault} />
        <p className="text-muted text-xs">{t("keeps")}</p>
      </Modal.Body>
      <Modal.Footer>
        {view ? (
          <Button variant="danger" className="mr-auto" isPending={remove.isPending} onPress={() => remove.mutate(view.id)}>
            {t("delete")}
          </Button>
        ) : null}
        <Button variant="secondary" slot="close">
          {t("close")}
        </Button>
        <Button type="submit" isPending={save.isPending}>
          {t("save")}
        </Button>
      </Modal.Footer>
    </Form>
  );
}
