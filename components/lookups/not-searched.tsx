import { useTranslations } from "next-intl";
import { Fragment } from "react";
import { useSay } from "#components/language/say.ts";
import { MerchantName } from "#components/merchant-name.tsx";
import type { LookupRun } from "./use-lookup-run.ts";

/** Number of merchants named for each reason. */
const namedMax = 3;

type Props = { listed: LookupRun["notSearched"]; count: number };

/** A line for each reason why merchants could not be queried; `listed` are the first of `count`. */
export function NotSearched({ listed, count }: Props) {
  const t = useTranslations("lookups.results");
  const say = useSay();
  const byReason = [...Map.groupBy(listed, ({ reason }) => reason)];
  const unlisted = count - listed.length;
  const isOneReason = byReason.length === 1;
  return (
    <>
      {byReason.map(([reason, merchants]) => {
        const named = merchants.slice(0, namedMax);
        const more = merchants.length - named.length + (isOneReason ? unlisted : 0);
        return (
          <span key={reason} className="block">
            <strong>
              {named.map(({ merchant }, index) => (
                <Fragment key={merchant}>
                  {index > 0 ? ", " : null}
                  <MerchantName slug={merchant} />
                </Fragment>
              ))}
              {more > 0 ? ` ${t("notSearchedMore", { count: more })}` : null}
            </strong>
            : {say({ message: reason, ...merchants[0]?.details })}
          </span>
        );
      })}
      {unlisted > 0 && !isOneReason ? <span className="block">{t("notSearchedMore", { count: unlisted })}</span> : null}
    </>
  );
}
