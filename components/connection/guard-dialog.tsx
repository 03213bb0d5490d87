"use client";

import { Alert, Button, Modal } from "@heroui/react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ErrorNotice } from "#components/error-notice.tsx";
import { useSentence } from "#components/language/sentences.tsx";
import { Form } from "#components/ui/form.tsx";
import { TextInput } from "#components/ui/text-input.tsx";
import { toast } from "#components/ui/toast.ts";
import type { GuardActView } from "#lib/contract/connection.ts";
import { ApiError } from "#lib/queries/api-error.ts";
import type { Scope } from "#lib/queries/keys.ts";

type Props = {
  scope: Scope;
  name: string;
  kind: "tryOnceMore" | "counterReset";
  /** The try would be the one exception to "never a third failure". */
  isException?: boolean;
  used: number;
  most: number;
  act: (typed: string) => Promise<GuardActView>;
};

/** An act on the lock guard: its danger in words, and the merchant's name typed. */
export function GuardDialog({ scope, name, kind, isException = false, used, most, act }: Props) {
  const t = useTranslations("connection");
  const say = useSentence();
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState("");
  const client = useQueryClient();
  const mutation = useMutation({
    mutationFn: () => act(typed),
    onSuccess: ({ outcome }) => {
      setOpen(false);
      setTyped("");
      const tell = outcome === "signed_in" || outcome === "not_sent" ? toast.success : toast.danger;
      tell(t(`guard.outcomes.${outcome}`));
    },
    onSettled: () => client.invalidateQueries({ queryKey: [scope.environment] }),
  });
  const button = t(`guard.${kind}.button`);
  const fields = mutation.error instanceof ApiError ? mutation.error.fields : [];
  const problem = fields.find(({ field }) => field === "name")?.message;
  return (
    <Modal isOpen={isOpen} onOpenChange={setOpen}>
      <Button size="sm" variant="secondary">
        {button}
      </Button>
      <Modal.Backdrop>
        <Modal.Container>
          <Modal.Dialog>
            <Modal.Header>
              <Modal.Heading>{t(`guard.${kind}.heading`, { name })}</Modal.Heading>
            </Modal.Header>
            <Form onSubmit={() => mutation.mutate()}>
              <Modal.Body className="flex flex-col gap-3">
                {mutation.isError && fields.length === 0 ? (
                  <ErrorNotice title={t("guard.notDone")} error={mutation.error} />
                ) : null}
                <Alert status="warning">
                  <Alert.Indicator />
                  <Alert.Content>
                    <Alert.Title>
                      {isException ? t("guard.tryOnceMore.exception") : t(`guard.${kind}.warning`, { used, most })}
                    </Alert.Title>
                  </Alert.Content>
                </Alert>
                <TextInput
                  label={t("guard.typeName", { name })}
                  value={typed}
                  onChange={setTyped}
                  problem={problem === undefined ? undefined : say(problem)}
                />
              </Modal.Body>
              <Modal.Footer>
                <Button variant="secondary" slot="close">
                  {t("guard.leave")}
                </Button>
                <Button type="submit" variant="danger" isPending={mutation.isPending} isDisabled={typed.trim() === ""}>
                  {button}
                </Button>
              </Modal.Footer>
            </Form>
          </Modal.Dialog>
        </Modal.Container>
      </Modal.Backdrop>
    </Modal>
  );
}
