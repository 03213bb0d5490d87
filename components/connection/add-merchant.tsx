"use client";

import { Button, Modal } from "@heroui/react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useSay } from "#components/language/say.ts";
import type { Words } from "#components/language/words.ts";
import { Dialog } from "#components/ui/dialog.tsx";
import { toast } from "#components/ui/toast.ts";
import { addMerchant } from "#lib/queries/connection.ts";
import { type CredentialField, CredentialForm } from "./credential-form.tsx";

function fields(t: Words<"connection">): CredentialField[] {
  return [
    { name: "name", label: t("fields.name") },
    { name: "slug", label: t("fields.slug"), hint: t("fields.slugHint") },
    { name: "clientId", label: t("fields.clientId"), hint: t("fields.beginsWith", { prefix: "cli_" }), isSecret: true },
    { name: "clientSecret", label: t("fields.clientSecret"), hint: t("fields.beginsWith", { prefix: "sec_" }), isSecret: true },
    { name: "sid", label: t("fields.sid"), hint: t("fields.sidHint"), isOptional: true },
  ];
}

export function AddMerchant({ environment }: { environment: string }) {
  const t = useTranslations("connection");
  const say = useSay();
  const [isOpen, setOpen] = useState(false);
  return (
    <Dialog title={t("add.title")} trigger={<Button>{t("add.title")}</Button>} isOpen={isOpen} onOpenChange={setOpen} hasCross>
      <Modal.Body>
        <CredentialForm
          environment={environment}
          fields={fields(t)}
          submit={t("add.save")}
          failed={t("add.failed")}
          save={(values) => addMerchant(environment, values)}
          onSaved={(warnings) => {
            setOpen(false);
            toast.success([t("add.saved"), ...warnings.map((warning) => say(warning))].join(". "));
          }}
        />
      </Modal.Body>
    </Dialog>
  );
}
