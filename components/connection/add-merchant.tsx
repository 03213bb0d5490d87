"use client";

import { Button, Modal } from "@heroui/react";
import { useState } from "react";
import { toast } from "#components/ui/toast.ts";
import { addMerchant } from "#lib/queries/connection.ts";
import { CredentialForm } from "./credential-form.tsx";

const fields = [
  { name: "name", label: "Name" },
  {
    name: "slug",
    label: "Short name",
    hint: "Small letters, digits and dashes; it stands in addresses. One that exists is changed.",
  },
  { name: "clientId", label: "Client ID", hint: "Begins with cli_", isSecret: true },
  { name: "clientSecret", label: "Client secret", hint: "Begins with sec_", isSecret: true },
  { name: "sid", label: "SID of the store", hint: "If the merchant has an online store.", isOptional: true },
];

export function AddMerchant({ environment }: { environment: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Modal isOpen={isOpen} onOpenChange={setOpen}>
      <Button>Add a merchant</Button>
      <Modal.Backdrop>
        <Modal.Container>
          <Modal.Dialog>
            <Modal.CloseTrigger />
            <Modal.Header>
              <Modal.Heading>Add a merchant</Modal.Heading>
            </Modal.Header>
            <Modal.Body>
              <CredentialForm
                environment={environment}
                fields={fields}
                submit="Save the merchant"
                failed="The merchant was not saved"
                save={(values) => addMerchant(environment, values)}
                onSaved={(warnings) => {
                  setOpen(false);
                  toast.success(["The merchant is saved; nothing was sent to the gateway", ...warnings].join(". "));
                }}
              />
            </Modal.Body>
          </Modal.Dialog>
        </Modal.Container>
      </Modal.Backdrop>
    </Modal>
  );
}
