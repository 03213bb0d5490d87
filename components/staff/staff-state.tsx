import { useTranslations } from "next-intl";
import { StatusMark } from "#components/ui/status-mark.tsx";
import type { StaffMember } from "#lib/contract/staff.ts";

const tones = { disabled: "danger", seeded: "neutral", withCodes: "success", withoutCodes: "warning" } as const;

export function staffStateOf({ disabledAt, seeded, hasSecondFactor }: StaffMember): keyof typeof tones {
  if (disabledAt) return "disabled";
  if (seeded) return "seeded";
  return hasSecondFactor ? "withCodes" : "withoutCodes";
}

/** Whether a team member can sign in, and how safely. */
export function StaffState({ member }: { member: StaffMember }) {
  const t = useTranslations("staff.states");
  const state = staffStateOf(member);
  return (
    <StatusMark tone={tones[state]} canWrap>
      {t(state)}
    </StatusMark>
  );
}
