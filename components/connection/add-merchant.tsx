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
    { name: "slug", label: t("fields.slug"), hint: t("fields.slugHint"), suggest: ({ name = "" }) => toSlug(name) },
    { name: "clientId", label: t("fields.clientId"), hint: t("fields.beginsWith", { prefix: "cli_" }) },
    { name: "clientSecret", label: t("fields.clientSecret"), hint: t("fields.beginsWith", { prefix: "sec_" }), isSecret: true },
    { name: "sid", label: t("fields.sid"), hint: t("fields.sidHint"), isOptional: true },
  ];
}

const slugLetters = "abcdefghijklmnopqrstuvwxyz0123456789";
const slugLengthMax = 41;

/** The short name that the name suggests, in the letters of an address. */
function toSlug(name: string): string {
  const letters = [...name.normalize("NFKD").toLowerCase()].filter((letter) => !isAccent(letter));
  const words = letters
    .map((letter) => (slugLetters.includes(letter) ? letter : " "))
    .join("")
    .split(" ");
  return words
    .filter((word) => word !== "")
    .join("-")
    .slice(0, slugLengthMax);
}

/** What normalising puts behind the plain letter. */
function isAccent(letter: string): boolean {
  return letter >= "\u0300" && letter <= "\u036f";
}

type Props = { environment: string; onAdded: (slug: string) => void };

export function AddMerchant({ environment, onAdded }: Props) {
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
          onSaved={(warnings, { slug = "" }) => {
            setOpen(false);
            onAdded(slug);
            toast.success([t("add.saved"), ...warnings.map((warning) => say(warning))].join(". "));
          }}
        />
      </Modal.Body>
    </Dialog>
  );
}
