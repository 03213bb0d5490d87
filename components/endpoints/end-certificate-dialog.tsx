"use client";

import { Button, DateField, Label, Modal } from "@heroui/react";
import { type CalendarDate, toZoned } from "@internationalized/date";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useSentence } from "#components/language/sentences.tsx";
import { useEnvironment } from "#components/layout/environment-context.tsx";
import type { EndpointCertificate } from "#lib/contract/endpoint.ts";

type Props = {
  certificate: EndpointCertificate;
  onEnd: (at: string) => void;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
};

/** Asks from when: now, or the beginning of a day in the environment's zone. */
export function EndCertificateDialog({ certificate, onEnd, isOpen, onOpenChange }: Props) {
  const t = useTranslations("endpoints");
  const say = useSentence();
  const [day, setDay] = useState<CalendarDate | null>(null);
  const { zone } = useEnvironment();
  const end = (at: Date) => {
    onOpenChange(false);
    onEnd(at.toISOString());
  };
  return (
    <Modal isOpen={isOpen} onOpenChange={onOpenChange}>
      <Modal.Backdrop>
        <Modal.Container>
          <Modal.Dialog className="sm:max-w-md">
            <Modal.Header>
              <Modal.Heading>{t("certificates.end.title")}</Modal.Heading>
            </Modal.Header>
            <Modal.Body className="flex flex-col gap-3">
              <p>
                {t.rich("certificates.end.about", {
                  label: say(certificate.label),
                  used: certificate.isInUse ? "latest" : "other",
                  strong: (text) => <strong>{text}</strong>,
                })}
              </p>
              <DateField value={day} onChange={setDay}>
                <Label>{t("certificates.end.day", { zone })}</Label>
                <DateField.Group>
                  <DateField.Input>{(segment) => <DateField.Segment segment={segment} />}</DateField.Input>
                </DateField.Group>
              </DateField>
            </Modal.Body>
            <Modal.Footer className="flex-wrap">
              <Button variant="secondary" slot="close">
                {t("certificates.end.keep")}
              </Button>
              <Button variant="danger-soft" onPress={() => end(new Date())}>
                {t("certificates.end.now")}
              </Button>
              <Button variant="danger" isDisabled={day === null} onPress={() => day && end(toZoned(day, zone).toDate())}>
                {t("certificates.end.then")}
              </Button>
            </Modal.Footer>
          </Modal.Dialog>
        </Modal.Container>
      </Modal.Backdrop>
    </Modal>
  );
}
