"use client";

import { Button, DateField, FieldError, Label } from "@heroui/react";
import { type CalendarDate, toZoned } from "@internationalized/date";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useSay } from "#components/language/say.ts";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { useEnvironment } from "#components/ui/environment-context.tsx";
import { useFieldErrors } from "#components/ui/use-field-errors.ts";
import type { Endpoint, EndpointCertificate } from "#lib/contract/endpoint.ts";
import { givenName } from "#lib/core/given-name.ts";
import type { Scope } from "#lib/queries/keys.ts";
import { hasEnded } from "./certificate-in-force.ts";
import { DryRun } from "./dry-run.tsx";
import { useEndpointChange } from "./use-endpoint-change.ts";

type Props = {
  scope: Scope;
  endpoint: Endpoint;
  certificate: EndpointCertificate;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
};

/** Asks when the certificate ends: now, or at the start of a day in the environment's zone. Ending the last one now requires the merchant's name. */
export function EndCertificateDialog({ scope, endpoint, certificate, isOpen, onOpenChange }: Props) {
  const t = useTranslations("endpoints");
  const say = useSay();
  const [day, setDay] = useState<CalendarDate | null>(null);
  const { zone } = useEnvironment();
  const { mutate, isPending, error } = useEndpointChange(scope, endpoint.id, () => onOpenChange(false));
  const isLast = endpoint.certificates.every((item) => item.id === certificate.id || hasEnded(item));
  const end = (at: Date, typed: string) =>
    mutate({ endCertificates: [{ id: certificate.id, at: at.toISOString() }], ...(isLast ? { name: typed } : {}) });
  const start = day && toZoned(day, zone).toDate();
  const { problemOf, check } = useFieldErrors(null, ["day"], {
    day: start === null || (start.getTime() <= Date.now() && t("certificates.end.tooEarly")),
  });
  return (
    <ConfirmDialog
      title={t("certificates.end.title")}
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      className="sm:max-w-lg"
      warning={isLast ? t("certificates.end.last") : undefined}
      typedName={isLast ? { label: t("certificates.end.typeName", { name: endpoint.merchant }) } : undefined}
      failedTitle={t("certificates.end.failed")}
      error={error}
      actions={(typed) => (
        <Button variant="danger-soft" isPending={isPending} onPress={() => end(new Date(), typed)}>
          {t("certificates.end.now")}
        </Button>
      )}
      submitLabel={t("certificates.end.then")}
      check={check}
      onSubmit={(typed) => start && end(start, typed)}
      isPending={isPending}
      isDanger
    >
      <p>
        {t.rich("certificates.end.about", {
          label: say(givenName(certificate.label)),
          used: certificate.isInUse ? "latest" : "other",
          strong: (text) => <strong>{text}</strong>,
        })}
      </p>
      {isOpen ? <EndDryRun scope={scope} endpointId={endpoint.id} id={certificate.id} start={start} isWarned={isLast} /> : null}
      <DateField value={day} onChange={setDay} isInvalid={problemOf("day") !== undefined} validationBehavior="aria">
        <Label>{t("certificates.end.day", { zone })}</Label>
        <DateField.Group>
          <DateField.Input>{(segment) => <DateField.Segment segment={segment} />}</DateField.Input>
        </DateField.Group>
        <FieldError>{problemOf("day")}</FieldError>
      </DateField>
    </ConfirmDialog>
  );
}

type EndDryRunProps = { scope: Scope; endpointId: string; id: string; start: Date | null; isWarned: boolean };

/** Of an end at that time, or now: while a year is being typed, the day is one of the past. */
function EndDryRun({ id, start, ...props }: EndDryRunProps) {
  const [openedMs] = useState(() => Date.now());
  const at = new Date(Math.max(start?.getTime() ?? 0, openedMs)).toISOString();
  return <DryRun {...props} change={{ endCertificates: [{ id, at }] }} />;
}
