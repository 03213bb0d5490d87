"use client";

import { Alert, Button, Modal } from "@heroui/react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ErrorNotice } from "#components/error-notice.tsx";
import { TextInput } from "#components/ui/text-input.tsx";
import { toast } from "#components/ui/toast.ts";
import type { GuardActView } from "#lib/contract/connection.ts";
import { ApiError } from "#lib/queries/api-error.ts";
import type { Scope } from "#lib/queries/keys.ts";

const outcomes: Record<GuardActView["outcome"], string> = {
  signed_in: "The gateway accepted the credentials",
  refused: "The gateway refused the credentials again",
  unknown: "No answer that can be understood arrived; it counts as used",
  not_sent: "Nothing was sent; the count stands as the gateway confirmed it",
  not_permitted: "Not sent: it could have been the third failure in a row",
};

type Props = { scope: Scope; name: string; button: string; warning: string; act: (typed: string) => Promise<GuardActView> };

/** An act on the lock guard: its danger in words, and the merchant's name typed. */
export function GuardDialog({ scope, name, button, warning, act }: Props) {
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState("");
  const client = useQueryClient();
  const mutation = useMutation({
    mutationFn: () => act(typed),
    onSuccess: ({ outcome }) => {
      setOpen(false);
      setTyped("");
      const say = outcome === "signed_in" || outcome === "not_sent" ? toast.success : toast.danger;
      say(outcomes[outcome]);
    },
    onSettled: () => client.invalidateQueries({ queryKey: [scope.environment] }),
  });
  const fields = mutation.error instanceof ApiError ? mutation.error.fields : [];
  return (
    <Modal isOpen={isOpen} onOpenChange={setOpen}>
      <Button size="sm" variant="secondary">
        {button}
      </Button>
      <Modal.Backdrop>
        <Modal.Container>
          <Modal.Dialog>
            <Modal.Header>
              <Modal.Heading>
                {button}: {name}
              </Modal.Heading>
            </Modal.Header>
            <form
              onSubmit={(event) => {
                event.preventDefault();
                mutation.mutate();
              }}
            >
              <Modal.Body className="flex flex-col gap-3">
                {mutation.isError && fields.length === 0 ? (
                  <ErrorNotice title="This was not done" error={mutation.error} />
                ) : null}
                <Alert status="warning">
                  <Alert.Indicator />
                  <Alert.Content>
                    <Alert.Title>{warning}</Alert.Title>
                  </Alert.Content>
                </Alert>
                <TextInput
                  label={`Type the merchant's name: ${name}`}
                  value={typed}
                  onChange={setTyped}
                  problem={fields.find(({ field }) => field === "name")?.message}
                />
              </Modal.Body>
              <Modal.Footer>
                <Button variant="secondary" slot="close">
                  Leave it
                </Button>
                <Button type="submit" variant="danger" isPending={mutation.isPending} isDisabled={typed.trim() === ""}>
                  {button}
                </Button>
              </Modal.Footer>
            </form>
          </Modal.Dialog>
        </Modal.Container>
      </Modal.Backdrop>
    </Modal>
  );
}
