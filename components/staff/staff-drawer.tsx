"use client";

import { useTranslations } from "next-intl";
import { DetailDrawer } from "#components/data-table/detail-drawer.tsx";
import { type RecordFact, RecordFacts } from "#components/record/record-facts.tsx";
import { Timestamp } from "#components/ui/timestamp.tsx";
import type { StaffMember } from "#lib/contract/staff.ts";
import { useRightsText } from "./staff-rights.tsx";
import { StaffState } from "./staff-state.tsx";

/** A team member with everything that the list knows. */
export function StaffDrawer({ member, onClose }: { member: StaffMember; onClose: () => void }) {
  const t = useTranslations("staff");
  const common = useTranslations("common");
  const describeRights = useRightsText();
  const { email, merchants, createdAt, lastSeenAt } = member;
  const facts: RecordFact[] = [
    { label: common("email"), value: email, isIdentifier: true },
    { label: t("list.state"), value: "state", shown: <StaffState member={member} /> },
    { label: t("list.may"), value: describeRights(member) },
    { label: common("merchants"), value: merchants?.join(", ") },
    { label: t("list.lastSeen"), value: lastSeenAt ?? t("list.never"), shown: lastSeenAt && <Timestamp at={lastSeenAt} /> },
    { label: t("list.since"), value: createdAt, shown: <Timestamp at={createdAt} /> },
  ];
  return (
    <DetailDrawer title={email} onClose={onClose}>
      <RecordFacts label={email} facts={facts} />
    </DetailDrawer>
  );
}
