"use client";

import { Button, Modal, toast } from "@heroui/react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { ErrorNotice } from "#components/error-notice.tsx";
import { useEnvironment } from "#components/layout/environment-context.tsx";
import { CheckField } from "#components/ui/check-field.tsx";
import { datePresets } from "#components/ui/date-presets.ts";
import { TextInput } from "#components/ui/text-input.tsx";
import type { View } from "#lib/contract/view.ts";
import { ApiError } from "#lib/queries/api-error.ts";
import type { Scope } from "#lib/queries/keys.ts";
import { changeView, createView, deleteView, viewsQuery } from "#lib/queries/views.ts";
import { type Arrangement, findMovingDays, toViewContent, viewAddress, viewListPath } from "./view-address.ts";

/** `view`: the one to change; without it a new one is made of the arrangement. */
type Content = { scope: Scope; arrangement: Arrangement; view: View | undefined; onClose: () => void };

export function ViewDialog({ isOpen, ...content }: Content & { isOpen: boolean }) {
  return (
    <Modal isOpen={isOpen} onOpenChange={(isToOpen) => isToOpen || content.onClose()}>
      <Modal.Backdrop>
        <Modal.Container>
          <Modal.Dialog>
            <Modal.Header>
              <Modal.Heading>{content.view ? "Edit this view" : "Save as a view"}</Modal.Heading>
            </Modal.Header>
            {isOpen ? <ViewForm {...content} /> : null}
          </Modal.Dialog>
        </Modal.Container>
      </Modal.Backdrop>
    </Modal>
  );
}

function ViewForm({ scope, arrangement, view, onClose }: Content) {
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
      toast.success(`“${view?.name}” is deleted`);
      router.replace(`${viewListPath(environment, scope.merchant)}?view=all`);
    },
  });
  const error = save.error ?? remove.error;
  const problem = error instanceof ApiError ? error.fields.find(({ field }) => field === "name")?.message : undefined;
  const daysName = datePresets(gatewayZone).find(({ key }) => key === days)?.label;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      <Modal.Body className="flex flex-col gap-4">
        {error && problem === undefined ? <ErrorNotice title="This was not kept" error={error} /> : null}
        <TextInput label="Name" value={name} onChange={setName} problem={problem} maxLength={60} isRequired />
        {daysName === undefined ? null : (
          <CheckField
            label={`Days move with the calendar: ${daysName.toLowerCase()}`}
            isChecked={isMoving}
            onChange={setMoving}
          />
        )}
        <CheckField label="Open this list with it" isChecked={isDefault} onChange={setDefault} />
        <p className="text-muted text-xs">
          It keeps the filters, the order, the time zone and the columns as they are now, for you only.
        </p>
      </Modal.Body>
      <Modal.Footer>
        {view ? (
          <Button variant="danger" className="mr-auto" isPending={remove.isPending} onPress={() => remove.mutate(view.id)}>
            Delete
          </Button>
        ) : null}
        <Button variant="secondary" slot="close">
          Close
        </Button>
        <Button type="submit" isPending={save.isPending}>
          Save
        </Button>
      </Modal.Footer>
    </form>
  );
}
