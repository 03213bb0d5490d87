import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useSentence } from "#components/language/sentences.tsx";
import { StatusMark } from "#components/ui/status-mark.tsx";
import { Timestamp } from "#components/ui/timestamp.tsx";
import type { NotificationDetail } from "#lib/contract/notification.ts";
import { GatewayMark, VerificationBadge } from "./verification-badge.tsx";

/** Three separate facts that are easily confused: it arrived, it is genuine, and the gateway's ledger has it too. */
export function Facts({ detail: { facts, reasons } }: { detail: NotificationDetail }) {
  const t = useTranslations("notifications");
  const say = useSentence();
  const { received, signature, gateway } = facts;
  return (
    <ol aria-label={t("facts.name")} className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,10rem),1fr))] gap-3">
      <Fact title={t("facts.received")} mark={<StatusMark tone="success">{t("facts.yes")}</StatusMark>}>
        {received.seen > 1 ? (
          t.rich("facts.receivedAgain", {
            seen: received.seen,
            at: () => <Timestamp at={received.at} />,
            last: () => <Timestamp at={received.lastAt} />,
          })
        ) : (
          <Timestamp at={received.at} />
        )}
      </Fact>
      <Fact title={t("facts.signature")} mark={<VerificationBadge verdict={signature.verdict} />}>
        {signature.key
          ? t("facts.byKey", { key: say(signature.key) })
          : t(reasons.includes("signature") ? "facts.noKeyFits" : "facts.noKey")}
      </Fact>
      <Fact
        title={t("facts.gateway")}
        mark={gateway ? <GatewayMark state={gateway.state} /> : <StatusMark tone="neutral">{t("facts.notAsked")}</StatusMark>}
      >
        {gateway ? <Asked at={gateway.at} nextAt={gateway.nextAt} /> : null}
      </Fact>
    </ol>
  );
}

function Asked({ at, nextAt }: { at: string | null; nextAt: string | null }) {
  const t = useTranslations("notifications");
  if (at === null && nextAt === null) return null;
  return t.rich(nextAt === null ? "facts.asked" : at === null ? "facts.again" : "facts.askedAndAgain", {
    at: () => (at === null ? null : <Timestamp at={at} />),
    next: () => (nextAt === null ? null : <Timestamp at={nextAt} precision="time" />),
  });
}

function Fact({ title, mark, children }: { title: string; mark: ReactNode; children: ReactNode }) {
  return (
    <li className="rounded-md border border-border p-3">
      <p className="text-muted text-xs">{title}</p>
      <p>{mark}</p>
      <p className="text-muted text-xs">{children}</p>
    </li>
  );
}
