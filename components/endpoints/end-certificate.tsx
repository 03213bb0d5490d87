"use client";

import { Button, DateField, Label, Modal } from "@heroui/react";
import { type CalendarDate, toZoned } from "@internationalized/date";
import { useState } from "react";
import { useEnvironment } from "#components/layout/environment-context.tsx";
import type { EndpointCertificate } from "#lib/contract/endpoint.ts";

type Props = { certificate: EndpointCertificate; onEnd: (at: string) => void };

/** From when a certificate is not taken any more: now, or the beginning of a day in the environment's zone. */
export function EndCertificate({ certificate, onEnd }: Props) {
  const [isOpen, setOpen] = useState(false);
  const [day, setDay] = useState<CalendarDate | null>(null);
  const { zone } = useEnvironment();
  const end = (at: Date) => {
    setOpen(false);
    onEnd(at.toISOString());
  };
  return (
    <Modal isOpen={isOpen} onOpenChange={setOpen}>
      <Button size="sm" variant="secondary" aria-label={`End certificate ${certificate.fingerprint.slice(0, 8)}`}>
        End …
      </Button>
      <Modal.Backdrop>
        <Modal.Container>
          <Modal.Dialog className="sm:max-w-md">
            <Modal.Header>
              <Modal.Heading>End a certificate</Modal.Heading>
            </Modal.Header>
            <Modal.Body className="flex flex-col gap-3">
              <p>
                What is signed with <strong>{certificate.label}</strong> after that is refused, and the gateway reverses the
                payment. {certificate.isInUse ? "It verified the latest notification." : "The latest notification used another."}
              </p>
              <DateField value={day} onChange={setDay}>
                <Label>{`Not taken from this day on (${zone})`}</Label>
                <DateField.Group>
                  <DateField.Input>{(segment) => <DateField.Segment segment={segment} />}</DateField.Input>
                </DateField.Group>
              </DateField>
            </Modal.Body>
            <Modal.Footer className="flex-wrap">
              <Button variant="secondary" slot="close">
                Keep it
              </Button>
              <Button variant="danger-soft" onPress={() => end(new Date())}>
                End it now
              </Button>
              <Button variant="danger" isDisabled={day === null} onPress={() => day && end(toZoned(day, zone).toDate())}>
                End it then
              </Button>
            </Modal.Footer>
          </Modal.Dialog>
        </Modal.Container>
      </Modal.Backdrop>
    </Modal>
  );
}
