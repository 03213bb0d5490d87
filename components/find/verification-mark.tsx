import { useTranslations } from "next-intl";
import { StatusMark } from "#components/ui/status-mark.tsx";
import type { Hit } from "#lib/contract/find.ts";

/** Of a notification that only mentions what was searched: that it is not verified. Of anything else nothing. */
export function VerificationMark({ hit: { verification } }: { hit: Hit }) {
  const t = useTranslations("notifications.verifications");
  if (verification === undefined || verification === "verified") return null;
  return <StatusMark tone="warning">{t(verification)}</StatusMark>;
}
