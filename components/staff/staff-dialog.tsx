import type { StaffMember } from "#lib/contract/staff.ts";
import { ChangeRightsDialog } from "./change-rights-dialog.tsx";
import { RemoveFactorDialog } from "./remove-factor-dialog.tsx";

/** A dialog about this member, whatever place in the list they have meanwhile. */
export type OpenStaffDialog = { kind: "rights" | "factor"; member: StaffMember };

type Props = { opened: OpenStaffDialog; onClose: () => void };

/** The open dialog of a list of team members. */
export function StaffDialog({ opened: { kind, member }, onClose }: Props) {
  const Dialog = kind === "rights" ? ChangeRightsDialog : RemoveFactorDialog;
  return <Dialog member={member} onClose={onClose} />;
}
