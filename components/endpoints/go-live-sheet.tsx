"use client";

import { Button } from "@heroui/react";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useSay } from "#components/language/say.ts";
import { ErrorNotice } from "#components/ui/error-notice.tsx";
import { Timestamp } from "#components/ui/timestamp.tsx";
import { givenName } from "#lib/core/given-name.ts";
import { goLiveQuery } from "#lib/queries/endpoints.ts";
import type { Scope } from "#lib/queries/keys.ts";
import { GoLiveFacts } from "./go-live-facts.tsx";
import { GoLiveMissingList } from "./go-live-missing.tsx";

/** One printable page on an endpoint that goes live: what is proven, and what is missing. */
export function GoLiveSheet({ scope, endpointId }: { scope: Scope; endpointId: string }) {
  const t = useTranslations("goLive");
  const say = useSay();
  const { data: sheet, error, refetch } = useQuery(goLiveQuery(scope, endpointId));
  if (error && !sheet) return <ErrorNotice title={t("failed")} error={error} onRetry={() => void refetch()} />;
  if (!sheet) return <p role="status">{t("loading")}</p>;
  const { endpoint, merchantName, missing, madeAt, madeBy } = sheet;
  return (
    <div className="mx-auto max-w-3xl">
      <article
        aria-label={t("label")}
        className="flex flex-col gap-5 rounded-lg border border-border bg-surface p-4 sm:p-6 print:gap-4 print:border-0 print:p-0"
      >
        <header>
          <h1 className="text-page">{t("title", { merchant: merchantName })}</h1>
          <p className="text-muted">
            {[endpoint.label, t(scope.environment === "production" ? "live" : "notLive", { environment: scope.environment })]
              .filter(Boolean)
              .join(" · ")}
          </p>
        </header>
        <GoLiveMissingList scope={scope} missing={missing} />
        <GoLiveFacts scope={scope} sheet={sheet} />
        <p className="border-border border-t pt-3 text-muted">
          {t.rich("made", { name: say(givenName(madeBy)), at: () => <Timestamp at={madeAt} /> })}
        </p>
      </article>
      <div className="flex justify-end pt-4 print:hidden">
        <Button onPress={() => window.print()}>{t("print")}</Button>
      </div>
    </div>
  );
}
