"use client";

import { Button, Modal } from "@heroui/react";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ErrorNotice } from "#components/error-notice.tsx";
import { Form } from "#components/ui/form.tsx";
import { PasswordInput } from "#components/ui/password-input.tsx";
import { TextInput } from "#components/ui/text-input.tsx";
import { accountQuery, prove } from "#lib/queries/session.ts";

type Props = { isOpen: boolean; onAnswer: (proven: boolean) => void; providerName: string | undefined };

/** Asks for the password, and for a code where there is a second factor; or leaves for the sign-in provider. */
export function ProofQuestion({ isOpen, onAnswer, providerName }: Props) {
  const t = useTranslations("auth");
  return (
    <Modal isOpen={isOpen} onOpenChange={(open) => open || onAnswer(false)}>
      <Modal.Backdrop>
        <Modal.Container>
          <Modal.Dialog className="sm:max-w-sm">
            <Modal.Header>
              <Modal.Heading>{t("proof.title")}</Modal.Heading>
            </Modal.Header>
            {isOpen ? <ProofForm onProven={() => onAnswer(true)} providerName={providerName} /> : null}
          </Modal.Dialog>
        </Modal.Container>
      </Modal.Backdrop>
    </Modal>
  );
}

function ProofForm({ onProven, providerName }: { onProven: () => void; providerName: string | undefined }) {
  const t = useTranslations("auth");
  const common = useTranslations("common");
  const { data: account } = useQuery(accountQuery());
  const [password, setPassword] = useState("");
  const [code, setCode] = useState("");
  const mutation = useMutation({
    mutationFn: () => prove({ password, ...(account?.hasSecondFactor ? { code } : {}) }),
    onSuccess: onProven,
  });
  return (
    <Form onSubmit={() => mutation.mutate()}>
      <Modal.Body className="flex flex-col gap-3">
        {mutation.isError ? <ErrorNotice title={t("proof.failed")} error={mutation.error} /> : null}
        <p>{t("proof.text")}</p>
        <PasswordInput
          label={t("proof.password")}
          value={password}
          onChange={setPassword}
          autoComplete="current-password"
          autoFocus
        />
        {account?.hasSecondFactor ? <TextInput label={t("proof.code")} value={code} onChange={setCode} /> : null}
        {providerName === undefined ? null : (
          <a className="button button--secondary" href={providerAddress()}>
            {t("proof.withProvider", { provider: providerName })}
          </a>
        )}
      </Modal.Body>
      <Modal.Footer>
        <Button variant="secondary" slot="close">
          {t("proof.notNow")}
        </Button>
        <Button type="submit" isPending={mutation.isPending}>
          {common("confirm")}
        </Button>
      </Modal.Footer>
    </Form>
  );
}

/** The provider asks the person again, and sends them back to this page. */
function providerAddress(): string {
  return `/api/session/provider?${new URLSearchParams({ proof: "1", next: location.pathname + location.search })}`;
}
