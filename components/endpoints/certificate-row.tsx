import { Button } from "@heroui/react";
import { Timestamp } from "#components/timestamp.tsx";
import { StatusMark, type Tone } from "#components/ui/status-mark.tsx";
import type { EndpointCertificate } from "#lib/contract/endpoint.ts";
import type { EndpointChange } from "#lib/queries/endpoints.ts";
import { EndCertificate } from "./end-certificate.tsx";

type Props = {
  certificate: EndpointCertificate;
  isAdmin: boolean;
  isPending: boolean;
  onChange: (change: EndpointChange) => void;
};

/** One key: what it is called, whether it is taken, its own dates, and when it last proved something. */
export function CertificateRow({ certificate, isAdmin, isPending, onChange }: Props) {
  const { id, label, fingerprint, keyBits, validFrom, validUntil, endsAt, addedAt, addedBy, lastUsedAt } = certificate;
  const short = fingerprint.slice(0, 8);
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 py-3 sm:flex-nowrap">
      <div className="flex min-w-0 flex-col gap-1">
        <div className="flex flex-wrap items-center gap-x-3">
          <CertificateState certificate={certificate} />
          <span className="font-medium">{label}</span>
          <span className="reference text-muted" title={fingerprint}>
            {fingerprint.slice(0, 16)}…
          </span>
          <span className="text-muted">{keyBits ? `${keyBits} bit` : ""}</span>
        </div>
        <dl className="flex flex-wrap gap-x-6 gap-y-1 text-muted">
          <Fact name="Its own dates">
            {validFrom && validUntil ? `${validFrom.slice(0, 10)} to ${validUntil.slice(0, 10)}` : "none"}
          </Fact>
          <Fact name="Added">
            <Timestamp at={addedAt} /> by {addedBy}
          </Fact>
          <Fact name="Last used">{lastUsedAt ? <Timestamp at={lastUsedAt} /> : "not lately"}</Fact>
          {endsAt ? (
            <Fact name="Ends">
              <Timestamp at={endsAt} />
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
              aria-label={`Take certificate ${short} again without end`}
              onPress={() => onChange({ endCertificates: [{ id, at: null }] })}
            >
              Take it again
            </Button>
          ) : (
            <EndCertificate certificate={certificate} onEnd={(at) => onChange({ endCertificates: [{ id, at }] })} />
          )}
          <Button
            size="sm"
            variant="ghost"
            isDisabled={isPending}
            aria-label={`Remove certificate ${short}`}
            onPress={() => onChange({ removeCertificates: [id] })}
          >
            Remove
          </Button>
        </div>
      ) : null}
    </li>
  );
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div className="flex flex-wrap gap-x-1">
      <dt>{name}:</dt>
      <dd>{children}</dd>
    </div>
  );
}

function CertificateState({ certificate }: { certificate: EndpointCertificate }) {
  const { tone, text } = stateOf(certificate);
  return <StatusMark tone={tone}>{text}</StatusMark>;
}

function stateOf({ endsAt, isInUse, validUntil }: EndpointCertificate): { tone: Tone; text: string } {
  const now = Date.now();
  if (endsAt && Date.parse(endsAt) <= now) return { tone: "neutral", text: "Ended" };
  if (endsAt) return { tone: "warning", text: isInUse ? "In use, ending" : "Ending" };
  if (isInUse) return { tone: "success", text: "In use" };
  const isPast = validUntil !== null && Date.parse(validUntil) <= now;
  return isPast ? { tone: "warning", text: "Ready, past its own date" } : { tone: "active", text: "Ready" };
}
