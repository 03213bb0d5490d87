"use client";

import { Button, Modal } from "@heroui/react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ErrorNotice } from "#components/error-notice.tsx";
import { useSentence } from "#components/language/sentences.tsx";
import { Form } from "#components/ui/form.tsx";
import { TextInput } from "#components/ui/text-input.tsx";
import type { NewLink } from "#lib/contract/staff.ts";
import { ApiError } from "#lib/queries/api-error.ts";
import { whoAmIQuery } from "#lib/queries/session.ts";
import { inviteStaff, type StaffRights, staffQuery } from "#lib/queries/staff.ts";
import { StaffRightsFields } from "./staff-rights.tsx";

const leastRights: Omit<StaffRights, "merchants"> = { role: "viewer", permissions: [] };

export function InviteDialog({ onLink }: { onLink: (link: NewLink & { for: string }) => void }) {
  const t = useTranslations("staff");
  const common = useTranslations("common");
  const say = useSentence();
  const [isOpen, setOpen] = useState(false);
  const [email, setEmail] = useState("");
  const { data: me } = useQuery(whoAmIQuery());
  const [chosen, setChosen] = useState<StaffRights>();
  const rights = chosen ?? { ...leastRights, merchants: me?.staff.isLimited ? [] : null };
  const client = useQueryClient();
  const mutation = useMutation({
    mutationFn: () => inviteStaff({ email, ...rights }),
    onSuccess: (link) => {
      onLink({ ...link, for: email });
      setOpen(false);
      setEmail("");
      setChosen(undefined);
    },
    onSettled: () => client.invalidateQueries({ queryKey: staffQuery().queryKey }),
  });
  const fields = mutation.error instanceof ApiError ? mutation.error.fields : [];
  const emailProblem = fields.find(({ field }) => field === "email")?.message;
  return (
    <Modal isOpen={isOpen} onOpenChange={setOpen}>
      <Button>{t("invite.title")}</Button>
      <Modal.Backdrop>
        <Modal.Container>
          <Modal.Dialog>
            <Modal.Header>
              <Modal.Heading>{t("invite.title")}</Modal.Heading>
            </Modal.Header>
            <Form onSubmit={() => mutation.mutate()}>
              <Modal.Body className="flex flex-col gap-3">
                {mutation.isError && emailProblem === undefined ? (
                  <ErrorNotice title={t("invite.failed")} error={mutation.error} />
                ) : null}
                <TextInput
                  label={common("email")}
                  value={email}
                  onChange={setEmail}
                  problem={emailProblem && say(emailProblem)}
                  isRequired
                />
                <StaffRightsFields rights={rights} onChange={setChosen} />
              </Modal.Body>
              <Modal.Footer>
                <Button variant="secondary" slot="close">
                  {common("close")}
                </Button>
                <Button type="submit" isPending={mutation.isPending} isDisabled={email === ""}>
                  {t("invite.make")}
                </Button>
              </Modal.Footer>
            </Form>
          </Modal.Dialog>
        </Modal.Container>
      </Modal.Backdrop>
    </Modal>
  );
}
