"use client";

import { Alert, Button, DateField, Label, Modal } from "@heroui/react";
import { type CalendarDate, toZoned } from "@internationalized/date";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ErrorNotice } from "#components/error-notice.tsx";
import { useSentence } from "#components/language/sentences.tsx";
import { useEnvironment } from "#components/layout/environment-context.tsx";
import { TextInput } from "#components/ui/text-input.tsx";
import type { Endpoint, EndpointCertificate } from "#lib/contract/endpoint.ts";
import { ApiError } from "#lib/queries/api-error.ts";
import type { Scope } from "#lib/queries/keys.ts";
import { hasEnded } from "./certificate-in-force.ts";
import { useEndpointChange } from "./use-endpoint-change.ts";

type Props = {
  scope: Scope;
  endpoint: Endpoint;
  certificate: EndpointCertificate;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
};

/** Asks from when: now, or the beginning of a day in the environment's zone. Ending the last one now wants the merchant's name. */
export function EndCertificateDialog({ scope, endpoint, certificate, isOpen, onOpenChange }: Props) {
  const t = useTranslations("endpoints");
  const say = useSentence();
  const [day, setDay] = useState<CalendarDate | null>(null);
  const [typed, setTyped] = useState("");
  const { zone } = useEnvironment();
  const { mutate, isPending, error, reset } = useEndpointChange(scope, endpoint.id);
  const isLast = endpoint.certificates.every((each) => each.id === certificate.id || hasEnded(each));
  const problem = error instanceof ApiError ? error.fields.find(({ field }) => field === "name")?.message : undefined;
  const end = (at: Date) =>
    mutate(
      { endCertificates: [{ id: certificate.id, at: at.toISOString() }], ...(isLast ? { name: typed } : {}) },
      { onSuccess: () => onOpenChange(false) },
    );
  const open = (isNowOpen: boolean) => {
    setTyped("");
    reset();
    onOpenChange(isNowOpen);
  };
  return (
    <Modal isOpen={isOpen} onOpenChange={open}>
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
              {error && problem === undefined ? <ErrorNotice title={t("certificates.end.failed")} error={error} /> : null}
              {isLast ? (
                <>
                  <Alert status="danger">
                    <Alert.Indicator />
                    <Alert.Content>
                      <Alert.Title>{t("certificates.end.last")}</Alert.Title>
                    </Alert.Content>
                  </Alert>
                  <TextInput
                    label={t("certificates.end.typeName", { name: endpoint.merchant })}
                    value={typed}
                    onChange={setTyped}
                    problem={problem === undefined ? undefined : say(problem)}
                  />
                </>
              ) : null}
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
              <Button variant="danger-soft" isPending={isPending} onPress={() => end(new Date())}>
                {t("certificates.end.now")}
              </Button>
              <Button
                variant="danger"
                isDisabled={day === null || isPending}
                onPress={() => day && end(toZoned(day, zone).toDate())}
              >
                {t("certificates.end.then")}
              </Button>
            </Modal.Footer>
          </Modal.Dialog>
        </Modal.Container>
      </Modal.Backdrop>
    </Modal>
  );
}
