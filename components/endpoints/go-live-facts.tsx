import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useSay } from "#components/language/say.ts";
import { Link } from "#components/ui/link.tsx";
import { StatusMark } from "#components/ui/status-mark.tsx";
import { Timestamp } from "#components/ui/timestamp.tsx";
import type { GoLive } from "#lib/contract/go-live.ts";
import { givenName } from "#lib/core/given-name.ts";
import type { Scope } from "#lib/queries/keys.ts";
import { hasEnded } from "./certificate-in-force.ts";
import { GoLiveForwarding } from "./go-live-forwarding.tsx";

type Props = { scope: Scope; sheet: GoLive };

/** The stored facts, in the order in which an endpoint is set up. */
export function GoLiveFacts({ scope, sheet }: Props) {
  const t = useTranslations("goLive");
  const words = useTranslations("endpoints");
  const say = useSay();
  const { endpoint, createdBy, certificatesEndAt } = sheet;
  return (
    <dl aria-label={t("facts")} className="flex flex-col gap-3 print:gap-2">
      <Fact name="URL_Notify">
        <code className="reference wrap-anywhere">{endpoint.urlNotify}</code>
      </Fact>
      <Fact name="SID">{endpoint.sid}</Fact>
      <Fact name={t("created")}>
        {words.rich("certificates.addedBy", {
          name: say(givenName(createdBy)),
          at: () => <Timestamp at={endpoint.createdAt} />,
        })}
      </Fact>
      <Fact name={t("selfTest")}>
        <SelfTestFact sheet={sheet} />
      </Fact>
      <Fact name={t("keys")}>
        <Keys sheet={sheet} />
      </Fact>
      <Fact name={t("keysEnd")}>{certificatesEndAt ? <Timestamp at={certificatesEndAt} /> : t("noEnd")}</Fact>
      <Fact name={t("firstGenuine")}>
        <FirstGenuine scope={scope} sheet={sheet} />
      </Fact>
      <Fact name={t("answerTimes")}>
        <AnswerTimes sheet={sheet} />
      </Fact>
      <Fact name={t("fieldOrder")}>{t(endpoint.strictLayout ? "required" : "notRequired")}</Fact>
      <Fact name={t("forwarding")}>
        <GoLiveForwarding forwarding={endpoint.forwarding} />
      </Fact>
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-4 sm:grid-cols-[11rem_minmax(0,1fr)] print:grid-cols-[11rem_minmax(0,1fr)]">
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  );
}

function SelfTestFact({ sheet: { selfTest } }: { sheet: GoLive }) {
  const t = useTranslations("goLive");
  const words = useTranslations("endpoints");
  const say = useSay();
  if (!selfTest) return t("notRun");
  const { passed, failed, by, endedAt } = selfTest;
  return (
    <span className="flex flex-wrap gap-x-3">
      <StatusMark tone={failed === 0 ? "success" : "danger"} canWrap>
        {failed === 0 ? words("selfTest.allPassed", { passed }) : words("selfTest.someFailed", { failed, all: passed + failed })}
      </StatusMark>
      <span>
        {words.rich("certificates.addedBy", {
          name: say(givenName(by)),
          at: () => <Timestamp at={endedAt} />,
        })}
      </span>
    </span>
  );
}

function Keys({ sheet: { endpoint } }: { sheet: GoLive }) {
  const t = useTranslations("goLive");
  const words = useTranslations("endpoints");
  const say = useSay();
  const accepted = endpoint.certificates.filter((certificate) => !hasEnded(certificate));
  if (accepted.length === 0) return t("noKeys");
  return (
    <ul className="flex flex-col gap-2">
      {accepted.map(({ id, label, fingerprint, keyBits, isInUse }) => (
        <li key={id}>
          <span className="flex flex-wrap gap-x-3">
            <span>{say(givenName(label))}</span>
            {keyBits ? <span className="text-muted">{words("certificates.bits", { bits: keyBits })}</span> : null}
            {isInUse ? <span className="text-muted">{words("certificates.states.inUse")}</span> : null}
          </span>
          <code className="reference wrap-anywhere">{fingerprint}</code>
        </li>
      ))}
    </ul>
  );
}

function FirstGenuine({ scope, sheet: { firstGenuine, keptFrom } }: Props) {
  const t = useTranslations("goLive");
  if (!firstGenuine) return t("noGenuine");
  const { id, receivedAt, method, answered } = firstGenuine;
  return (
    <span className="flex flex-wrap gap-x-3">
      <Link
        className="text-accent underline underline-offset-2"
        href={`/${scope.environment}/${scope.merchant}/notifications/${id}`}
      >
        <Timestamp at={receivedAt} />
      </Link>
      <span>{method}</span>
      <span>{t("answered", { answer: answered })}</span>
      {keptFrom ? <span className="text-muted">{t("olderDeleted", { day: keptFrom })}</span> : null}
    </span>
  );
}

function AnswerTimes({ sheet: { answers } }: { sheet: GoLive }) {
  const t = useTranslations("goLive");
  const { checked, p50Ms, p95Ms, notConfirmed } = answers;
  if (p50Ms === null || p95Ms === null) return t("noGenuine");
  return (
    <span className="flex flex-wrap gap-x-3">
      <span>{t("percentiles", { p50: rounded(p50Ms), p95: rounded(p95Ms) })}</span>
      <span className="text-muted">{t("ofNewest", { checked })}</span>
      {notConfirmed > 0 ? <span>{t("notConfirmed", { count: notConfirmed })}</span> : null}
    </span>
  );
}

const rounded = (ms: number) => Math.round(ms * 10) / 10;
