"use client";

import { useTranslations } from "next-intl";
import { useSay } from "#components/language/say.ts";
import { MerchantName } from "#components/merchant-name.tsx";
import { Disclosure } from "#components/ui/disclosure.tsx";
import { Link } from "#components/ui/link.tsx";
import { StatusMark } from "#components/ui/status-mark.tsx";
import { Timestamp } from "#components/ui/timestamp.tsx";
import type { ProfileItem } from "#lib/contract/profile.ts";
import { givenName } from "#lib/core/given-name.ts";
import { profileQuestions } from "#lib/core/profile-questions.ts";
import { toQueryString } from "#lib/queries/fetch-json.ts";
import type { Scope } from "#lib/queries/keys.ts";
import { useAnswerWords } from "./answer-words.ts";
import { ChangeAnswerDialog } from "./change-answer-dialog.tsx";

type Props = { scope: Scope; item: ProfileItem; mayChange: boolean };

/** One question: what depends on it, the current answer with its date and reason, and contradicting evidence. */
export function ProfileRow({ scope, item, mayChange }: Props) {
  const t = useTranslations("profile");
  const toWords = useAnswerWords();
  const { question, answer, source, evidence, contradicted, merchants, mayBeSet } = item;
  const isRaw = answer !== null && profileQuestions[question].kind === "name";
  return (
    <li className="grid gap-x-6 gap-y-2 py-3 first:pt-0 last:pb-0 lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)_5rem]">
      <div>
        <h3 className="font-medium">{t(`questions.${question}.title`)}</h3>
        <p className="text-muted">{t(`questions.${question}.hint`)}</p>
      </div>
      <div className="flex min-w-0 flex-col gap-1">
        <p className={isRaw ? "reference" : ""}>{toWords(question, answer)}</p>
        {answer === null && source === "default" ? null : <Source item={item} isOfMerchant={scope.merchant !== null} />}
        {merchants.length > 0 ? <Differing environment={scope.environment} item={item} /> : null}
        {contradicted ? <Contradicted item={item} contradicted={contradicted} /> : null}
        {evidence === null ? null : <Evidence title={t("evidence")} text={evidence} />}
      </div>
      <div className="lg:justify-self-end">{mayChange && mayBeSet ? <ChangeAnswerDialog scope={scope} item={item} /> : null}</div>
    </li>
  );
}

function Source({ item, isOfMerchant }: { item: ProfileItem; isOfMerchant: boolean }) {
  const t = useTranslations("profile");
  const say = useSay();
  const { source, since, seenAt, setBy, isOwn } = item;
  return (
    <p className="flex flex-wrap gap-x-3 text-muted">
      <span>{source === "set" ? t("sources.set", { name: say(givenName(setBy ?? "")) }) : t(`sources.${source}`)}</span>
      {since === null ? null : <span>{t.rich("since", { time: () => <Timestamp at={since} precision="row" /> })}</span>}
      {seenAt === null || seenAt === since || source !== "learned" ? null : (
        <span>{t.rich("seenAt", { time: () => <Timestamp at={seenAt} precision="row" /> })}</span>
      )}
      {isOfMerchant ? <span className="text-muted">{isOwn ? t("ownAnswer") : t("sharedAnswer")}</span> : null}
    </p>
  );
}

function Differing({ environment, item: { question, merchants } }: { environment: string; item: ProfileItem }) {
  const t = useTranslations("profile");
  const toWords = useAnswerWords();
  return (
    <ul>
      {merchants.map(({ merchant, answer }) => (
        <li key={merchant}>
          {t.rich("differing", {
            merchant: () => (
              <Link href={`/${environment}/settings/gateway${toQueryString({ merchant })}`} className="text-accent">
                <MerchantName slug={merchant} />
              </Link>
            ),
            answer: toWords(question, answer),
          })}
        </li>
      ))}
    </ul>
  );
}

type ContradictedProps = { item: ProfileItem; contradicted: ProfileItem["contradicted"] & {} };

function Contradicted({ item: { question, answer }, contradicted }: ContradictedProps) {
  const t = useTranslations("profile.contradicted");
  const toWords = useAnswerWords();
  const { count, at, evidence } = contradicted;
  const came = toWords(question, contradicted.answer);
  return (
    <div className="flex flex-col gap-1">
      <p className="flex flex-wrap gap-x-3">
        <StatusMark tone="warning">{t("times", { count })}</StatusMark>
        <span>{t.rich("last", { time: () => <Timestamp at={at} precision="row" /> })}</span>
        <span>{t(came === toWords(question, answer) ? "cameInUse" : "came", { answer: came })}</span>
      </p>
      {evidence === "" ? null : <Evidence title={t("evidence")} text={evidence} />}
    </div>
  );
}

/** The calls that are the evidence, one on each line. */
function Evidence({ title, text }: { title: string; text: string }) {
  return (
    <Disclosure title={title}>
      <pre className="reference whitespace-pre-wrap wrap-anywhere">{text}</pre>
    </Disclosure>
  );
}
