"use client";

import { Button, Modal } from "@heroui/react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ErrorNotice } from "#components/error-notice.tsx";
import { toast } from "#components/ui/toast.ts";
import type { StaffMember } from "#lib/contract/staff.ts";
import { changeStaff, type StaffRights, staffQuery } from "#lib/queries/staff.ts";
import { StaffRightsFields } from "./staff-rights.tsx";

type Props = { member: StaffMember; isOpen: boolean; onOpenChange: (isOpen: boolean) => void };

export function ChangeRightsDialog({ member, isOpen, onOpenChange }: Props) {
  return (
    <Modal isOpen={isOpen} onOpenChange={onOpenChange}>
      <Modal.Backdrop>
        <Modal.Container>
          <Modal.Dialog>
            <Modal.Header>
              <Modal.Heading>What {member.email} may do</Modal.Heading>
            </Modal.Header>
            {isOpen ? <RightsForm member={member} onDone={() => onOpenChange(false)} /> : null}
          </Modal.Dialog>
        </Modal.Container>
      </Modal.Backdrop>
    </Modal>
  );
}

function RightsForm({ member, onDone }: { member: StaffMember; onDone: () => void }) {
  const { role, permissions, merchants } = member;
  const [rights, setRights] = useState<StaffRights>({ role, permissions, merchants });
  const client = useQueryClient();
  const mutation = useMutation({
    mutationFn: () => changeStaff(member.id, rights),
    onSuccess: () => {
      toast.success("Changed; their sessions were ended");
      onDone();
    },
    onSettled: () => client.invalidateQueries({ queryKey: staffQuery().queryKey }),
  });
  return (
    <>
      <Modal.Body>
        {mutation.isError ? <ErrorNotice title="This was not changed" error={mutation.error} /> : null}
        <StaffRightsFields rights={rights} onChange={setRights} />
      </Modal.Body>
      <Modal.Footer>
        <Button variant="secondary" slot="close">
          Close
        </Button>
        <Button isPending={mutation.isPending} onPress={() => mutation.mutate()}>
          Save and end their sessions
        </Button>
      </Modal.Footer>
    </>
  );
}
