import type { StaffMember } from "#lib/contract/staff.ts";
import { ChangeRightsDialog } from "./change-rights-dialog.tsx";
import { RemoveFactorDialog } from "./remove-factor-dialog.tsx";

/** A dialog about this member, whatever place in the list they have meanwhile. */
export type OpenStaffDialog = { kind: "rights" | "factor"; member: StaffMember };

type Props = {
  /** The last one, also when it is closed; undefined before the first. */
  opened: OpenStaffDialog | undefined;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
};

/** The dialogs of a list of team members. */
export function StaffDialogs({ opened, ...open }: Props) {
  if (!opened) return null;
  const Dialog = opened.kind === "rights" ? ChangeRightsDialog : RemoveFactorDialog;
  return <Dialog key={opened.member.id} member={opened.member} {...open} />;
}
