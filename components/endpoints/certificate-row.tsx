import { Button } from "@heroui/react";
import { useLocale, useTranslations } from "next-intl";
import { instantFormat } from "#components/language/instant-format.ts";
import { useSay } from "#components/language/say.ts";
import { StatusMark, type Tone } from "#components/ui/status-mark.tsx";
import { Timestamp } from "#components/ui/timestamp.tsx";
import type { Endpoint, EndpointCertificate } from "#lib/contract/endpoint.ts";
import { givenName } from "#lib/core/given-name.ts";
import type { EndpointChange } from "#lib/queries/endpoints.ts";
import type { Scope } from "#lib/queries/keys.ts";
import { hasEnded } from "./certificate-in-force.ts";
import { EndCertificate } from "./end-certificate.tsx";
import { RemoveCertificate } from "./remove-certificate.tsx";

type Props = {
  scope: Scope;
  endpoint: Endpoint;
  certificate: EndpointCertificate;
  isAdmin: boolean;
  isPending: boolean;
  onChange: (change: EndpointChange) => void;
};

/** One certificate: its name, whether it is accepted, its validity, and when it last verified a notification. Only an ended one can be removed. */
export function CertificateRow({ scope, endpoint, certificate, isAdmin, isPending, onChange }: Props) {
  const { id, label, fingerprint, keyBits, validFrom, validUntil, endsAt, addedAt, addedBy, lastUsedAt } = certificate;
  const t = useTranslations("endpoints");
  const say = useSay();
  const short = fingerprint.slice(0, 8);
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 py-3 sm:flex-nowrap">
      <div className="flex min-w-0 flex-col gap-1">
        <div className="flex flex-wrap items-center gap-x-3">
          <CertificateState certificate={certificate} />
          <span className="font-medium">{say(givenName(label))}</span>
          <span className="reference text-muted" title={fingerprint}>
            {fingerprint.slice(0, 16)}…
          </span>
          <span className="text-muted">{keyBits ? t("certificates.bits", { bits: keyBits }) : ""}</span>
        </div>
        <dl className="flex flex-wrap gap-x-6 gap-y-1 text-muted">
          <Fact name={t("certificates.ownDates")}>
            <OwnDates from={validFrom} until={validUntil} />
          </Fact>
          <Fact name={t("certificates.added")}>
            {t.rich("certificates.addedBy", {
              name: say(givenName(addedBy)),
              at: () => <Timestamp at={addedAt} precision="row" />,
            })}
          </Fact>
          <Fact name={t("certificates.lastUsed")}>
            {lastUsedAt ? <Timestamp at={lastUsedAt} precision="row" /> : t("certificates.notLately")}
          </Fact>
          {endsAt ? (
            <Fact name={t("certificates.ends")}>
              <Timestamp at={endsAt} precision="row" />
            </Fact>
          ) : null}
        </dl>
      </div>
      {isAdmin ? (
        <div className="flex shrink-0 flex-wrap gap-1">
          {endsAt ? (
            <Button
              size="sm"
              variant="secondary"
              isDisabled={isPending}
              aria-label={t("certificates.takeAgainNamed", { short })}
              onPress={() => onChange({ endCertificates: [{ id, at: null }] })}
            >
              {t("certificates.takeAgain")}
            </Button>
          ) : (
            <EndCertificate scope={scope} endpoint={endpoint} certificate={certificate} />
          )}
          {hasEnded(certificate) ? <RemoveCertificate scope={scope} endpointId={endpoint.id} certificate={certificate} /> : null}
        </div>
      ) : null}
    </li>
  );
}

/** A certificate's validity dates are in UTC. */
function OwnDates({ from, until }: { from: string | null; until: string | null }) {
  const t = useTranslations("endpoints");
  const format = instantFormat({ locale: useLocale(), zone: "UTC", precision: "day" });
  if (!(from && until)) return t("certificates.noDates");
  return t("certificates.span", { from: format.format(new Date(from)), until: format.format(new Date(until)) });
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  const t = useTranslations("endpoints");
  return (
    <div className="flex flex-wrap gap-x-1">
      <dt>{t("certificates.fact", { name })}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function CertificateState({ certificate }: { certificate: EndpointCertificate }) {
  const t = useTranslations("endpoints");
  const { tone, word } = stateOf(certificate);
  return <StatusMark tone={tone}>{t(`certificates.states.${word}`)}</StatusMark>;
}

type StateWord = "ended" | "inUseEnding" | "ending" | "inUse" | "readyPast" | "ready";

function stateOf(certificate: EndpointCertificate): { tone: Tone; word: StateWord } {
  const { endsAt, isInUse, validUntil } = certificate;
  if (hasEnded(certificate)) return { tone: "neutral", word: "ended" };
  if (endsAt) return { tone: "warning", word: isInUse ? "inUseEnding" : "ending" };
  if (isInUse) return { tone: "success", word: "inUse" };
  const isPast = validUntil !== null && Date.parse(validUntil) <= Date.now();
  return isPast ? { tone: "warning", word: "readyPast" } : { tone: "active", word: "ready" };
}
