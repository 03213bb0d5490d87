"use client";

import { Button, Modal } from "@heroui/react";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ErrorNotice } from "#components/error-notice.tsx";
import { PasswordInput } from "#components/ui/password-input.tsx";
import { TextInput } from "#components/ui/text-input.tsx";
import { accountQuery, prove } from "#lib/queries/session.ts";

type Props = { isOpen: boolean; onAnswer: (proven: boolean) => void };

/** Asks for the password, and for a code where there is a second factor. */
export function ProofQuestion({ isOpen, onAnswer }: Props) {
  return (
    <Modal isOpen={isOpen} onOpenChange={(open) => open || onAnswer(false)}>
      <Modal.Backdrop>
        <Modal.Container>
          <Modal.Dialog className="sm:max-w-sm">
            <Modal.Header>
              <Modal.Heading>Confirm that it is you</Modal.Heading>
            </Modal.Header>
            {isOpen ? <ProofForm onProven={() => onAnswer(true)} /> : null}
          </Modal.Dialog>
        </Modal.Container>
      </Modal.Backdrop>
    </Modal>
  );
}

function ProofForm({ onProven }: { onProven: () => void }) {
  const { data: account } = useQuery(accountQuery());
  const [password, setPassword] = useState("");
  const [code, setCode] = useState("");
  const mutation = useMutation({
    mutationFn: () => prove({ password, ...(account?.hasSecondFactor ? { code } : {}) }),
    onSuccess: onProven,
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        mutation.mutate();
      }}
    >
      <Modal.Body className="flex flex-col gap-3">
        {mutation.isError ? <ErrorNotice title="Not confirmed" error={mutation.error} /> : null}
        <p>This changes something that matters, and a while has passed since you signed in.</p>
        <PasswordInput label="Your password" value={password} onChange={setPassword} autoComplete="current-password" autoFocus />
        {account?.hasSecondFactor ? <TextInput label="Code of your authenticator app" value={code} onChange={setCode} /> : null}
      </Modal.Body>
      <Modal.Footer>
        <Button variant="secondary" slot="close">
          Not now
        </Button>
        <Button type="submit" isPending={mutation.isPending}>
          Confirm
        </Button>
      </Modal.Footer>
    </form>
  );
}
