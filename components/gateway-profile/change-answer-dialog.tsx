"use client";

import { Button } from "@heroui/react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Dialog } from "#components/ui/dialog.tsx";
import type { ProfileItem } from "#lib/contract/profile.ts";
import type { Scope } from "#lib/queries/keys.ts";
import { ChangeAnswerForm } from "./change-answer-form.tsx";

/** Sets the answer to a question, or clears it. */
export function ChangeAnswerDialog({ scope, item }: { scope: Scope; item: ProfileItem }) {
  const t = useTranslations("profile");
  const [isOpen, setOpen] = useState(false);
  const title = t(`questions.${item.question}.title`);
  return (
    <Dialog
      title={title}
      trigger={
        <Button size="sm" variant="secondary" aria-label={t("change.buttonOf", { question: title })}>
          {t("change.button")}
        </Button>
      }
      isOpen={isOpen}
      onOpenChange={setOpen}
      hasCross
    >
      <ChangeAnswerForm scope={scope} item={item} onDone={() => setOpen(false)} />
    </Dialog>
  );
}
