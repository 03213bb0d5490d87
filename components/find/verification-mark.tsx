import { useTranslations } from "next-intl";
import { StatusMark } from "#components/ui/status-mark.tsx";
import type { Hit } from "#lib/contract/find.ts";

/** Marks a notification that only mentions the search text as not verified; renders nothing for other hits. */
export function VerificationMark({ hit: { verification } }: { hit: Hit }) {
  const t = useTranslations("notifications.verifications");
  if (verification === undefined || verification === "verified") return null;
  return <StatusMark tone="warning">{t(verification)}</StatusMark>;
}
