"use client";

import { Button, Modal } from "@heroui/react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { ProfileItem } from "#lib/contract/profile.ts";
import type { Scope } from "#lib/queries/keys.ts";
import { ChangeAnswerForm } from "./change-answer-form.tsx";

/** Sets the answer to a question, or takes it back. */
export function ChangeAnswerDialog({ scope, item }: { scope: Scope; item: ProfileItem }) {
  const t = useTranslations("profile");
  const common = useTranslations("common");
  const [isOpen, setOpen] = useState(false);
  const title = t(`questions.${item.question}.title`);
  return (
    <Modal isOpen={isOpen} onOpenChange={setOpen}>
      <Button size="sm" variant="secondary" aria-label={t("change.buttonOf", { question: title })}>
        {t("change.button")}
      </Button>
      <Modal.Backdrop>
        <Modal.Container>
          <Modal.Dialog>
            <Modal.CloseTrigger aria-label={common("close")} />
            <Modal.Header>
              <Modal.Heading>{title}</Modal.Heading>
            </Modal.Header>
            {isOpen ? <ChangeAnswerForm scope={scope} item={item} onDone={() => setOpen(false)} /> : null}
          </Modal.Dialog>
        </Modal.Container>
      </Modal.Backdrop>
    </Modal>
  );
}
