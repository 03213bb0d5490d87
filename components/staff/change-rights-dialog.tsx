"use client";

import { Button, Modal } from "@heroui/react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ErrorNotice } from "#components/error-notice.tsx";
import { toast } from "#components/ui/toast.ts";
import type { StaffMember } from "#lib/contract/staff.ts";
import { changeStaff, type StaffRights, staffQuery } from "#lib/queries/staff.ts";
import { StaffRightsFields } from "./staff-rights.tsx";

type Props = { member: StaffMember; isOpen: boolean; onOpenChange: (isOpen: boolean) => void };

export function ChangeRightsDialog({ member, isOpen, onOpenChange }: Props) {
  const t = useTranslations("staff");
  return (
    <Modal isOpen={isOpen} onOpenChange={onOpenChange}>
      <Modal.Backdrop>
        <Modal.Container>
          <Modal.Dialog>
            <Modal.Header>
              <Modal.Heading>{t("rights.title", { email: member.email })}</Modal.Heading>
            </Modal.Header>
            {isOpen ? <RightsForm member={member} onDone={() => onOpenChange(false)} /> : null}
          </Modal.Dialog>
        </Modal.Container>
      </Modal.Backdrop>
    </Modal>
  );
}

function RightsForm({ member, onDone }: { member: StaffMember; onDone: () => void }) {
  const t = useTranslations("staff");
  const common = useTranslations("common");
  const { role, permissions, merchants } = member;
  const [rights, setRights] = useState<StaffRights>({ role, permissions, merchants });
  const client = useQueryClient();
  const mutation = useMutation({
    mutationFn: () => changeStaff(member.id, rights),
    onSuccess: () => {
      toast.success(t("rights.changed"));
      onDone();
    },
    onSettled: () => client.invalidateQueries({ queryKey: staffQuery().queryKey }),
  });
  return (
    <>
      <Modal.Body>
        {mutation.isError ? <ErrorNotice title={t("rights.notChanged")} error={mutation.error} /> : null}
        <StaffRightsFields rights={rights} onChange={setRights} />
      </Modal.Body>
      <Modal.Footer>
        <Button variant="secondary" slot="close">
          {common("close")}
        </Button>
        <Button isPending={mutation.isPending} onPress={() => mutation.mutate()}>
          {t("rights.save")}
        </Button>
      </Modal.Footer>
    </>
  );
}
