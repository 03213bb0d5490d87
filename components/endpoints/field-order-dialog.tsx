"use client";

import { Alert, Button, Modal } from "@heroui/react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ErrorNotice } from "#components/error-notice.tsx";
import { useSentence } from "#components/language/sentences.tsx";
import { TextInput } from "#components/ui/text-input.tsx";
import { toast } from "#components/ui/toast.ts";
import type { Endpoint } from "#lib/contract/endpoint.ts";
import { ApiError } from "#lib/queries/api-error.ts";
import { changeFieldOrder, fieldOrderKey } from "#lib/queries/field-order.ts";
import type { Scope } from "#lib/queries/keys.ts";
import { FieldOrderMethods, FieldOrderNames } from "./field-order-names.tsx";
import { FieldOrderTrial } from "./field-order-trial.tsx";

type Props = {
  scope: Scope;
  endpoint: Endpoint;
  inForce: readonly string[];
  order: readonly string[];
  /** For which it changes. */
  methods: readonly string[];
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
};

/** Shows both orders and what stored notifications would say in the new one; wants the merchant's name. */
export function FieldOrderDialog({ scope, endpoint, inForce, order, methods, isOpen, onOpenChange }: Props) {
  const t = useTranslations("endpoints");
  const say = useSentence();
  const client = useQueryClient();
  const [typed, setTyped] = useState("");
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: () => changeFieldOrder(scope, { endpointId: endpoint.id, order, name: typed }),
    onSuccess: () => {
      toast.success(t("fieldOrder.changed"));
      open(false);
    },
    onSettled: () => client.invalidateQueries({ queryKey: fieldOrderKey(scope) }),
  });
  const problem = error instanceof ApiError ? error.fields.find(({ field }) => field === "name")?.message : undefined;
  function open(isNowOpen: boolean) {
    setTyped("");
    reset();
    onOpenChange(isNowOpen);
  }
  return (
    <Modal isOpen={isOpen} onOpenChange={open}>
      <Modal.Backdrop>
        <Modal.Container>
          <Modal.Dialog className="sm:max-w-lg">
            <Modal.Header>
              <Modal.Heading>{t("fieldOrder.dialog")}</Modal.Heading>
            </Modal.Header>
            <Modal.Body className="flex flex-col gap-3">
              <FieldOrderNames inForce={inForce} next={order} />
              <FieldOrderMethods methods={methods} />
              <Alert status="warning">
                <Alert.Indicator />
                <Alert.Content>
                  <Alert.Title>{t("fieldOrder.consequence")}</Alert.Title>
                </Alert.Content>
              </Alert>
              <FieldOrderTrial scope={scope} endpointId={endpoint.id} order={order} methods={methods} />
              <p>
                {t.rich("fieldOrder.verifyAgain", {
                  link: (text) => (
                    <Link
                      className="text-accent underline underline-offset-2"
                      href={`/${scope.environment}/${scope.merchant}/notifications?verdict=invalid`}
                    >
                      {text}
                    </Link>
                  ),
                })}
              </p>
              {error && problem === undefined ? <ErrorNotice title={t("fieldOrder.failed")} error={error} /> : null}
              <TextInput
                label={t("certificates.end.typeName", { name: endpoint.merchant })}
                value={typed}
                onChange={setTyped}
                problem={problem === undefined ? undefined : say(problem)}
              />
            </Modal.Body>
            <Modal.Footer className="flex-wrap">
              <Button variant="secondary" slot="close">
                {t("fieldOrder.cancel")}
              </Button>
              <Button variant="danger" isPending={isPending} onPress={() => mutate()}>
                {t("fieldOrder.confirm")}
              </Button>
            </Modal.Footer>
          </Modal.Dialog>
        </Modal.Container>
      </Modal.Backdrop>
    </Modal>
  );
}
