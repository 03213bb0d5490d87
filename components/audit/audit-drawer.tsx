"use client";

import { useTranslations } from "next-intl";
import { DetailDrawer } from "#components/data-table/detail-drawer.tsx";
import { useSay } from "#components/language/say.ts";
import { MerchantName } from "#components/merchant-name.tsx";
import { type RecordFact, RecordFacts } from "#components/record/record-facts.tsx";
import { Timestamp } from "#components/ui/timestamp.tsx";
import type { AuditEntryView } from "#lib/contract/audit.ts";
import { givenName } from "#lib/core/given-name.ts";
import { auditActionName } from "./audit-actions.ts";
import { useAuditDetail, useAuditTarget } from "./audit-detail.ts";
import { auditTargetHref } from "./audit-target-href.ts";

/** An entry of the audit log in full. */
export function AuditDrawer({ entry, onClose }: { entry: AuditEntryView; onClose: () => void }) {
  const t = useTranslations("audit");
  const say = useSay();
  const { id, at, actor, act, environment, merchant, peer, hash } = entry;
  const facts: RecordFact[] = [
    { label: t("fields.at"), value: at, shown: <Timestamp at={at} /> },
    { label: t("fields.actor"), value: say(givenName(actor)) },
    { label: t("fields.act"), value: `${auditActionName(t, act)} (${act})` },
    {
      label: t("fields.merchant"),
      value: merchant,
      shown: merchant ? <MerchantName slug={merchant} /> : undefined,
      href: merchant ? `/${environment}/${merchant}` : undefined,
    },
    { label: t("fields.target"), value: useAuditTarget()(entry), href: auditTargetHref(entry), isIdentifier: true },
    { label: t("fields.detail"), value: useAuditDetail(entry) },
    { label: t("fields.peer"), value: peer, isIdentifier: true },
    { label: t("preview.hash"), value: hash, isIdentifier: true },
  ];
  const title = t("preview.entry", { id });
  return (
    <DetailDrawer title={title} onClose={onClose}>
      <RecordFacts label={title} facts={facts} />
    </DetailDrawer>
  );
}
