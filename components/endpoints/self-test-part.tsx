"use client";

import { Button, ProgressBar } from "@heroui/react";
import { useMutation } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { ErrorNotice } from "#components/ui/error-notice.tsx";
import type { Endpoint } from "#lib/contract/endpoint.ts";
import { runSelfTest } from "#lib/queries/endpoints.ts";
import { showsError } from "#lib/queries/failed-changes.ts";
import type { Scope } from "#lib/queries/keys.ts";
import { Part } from "./part.tsx";

const SelfTestResult = dynamic(() => import("./self-test-result.tsx").then((module) => module.SelfTestResult));

/** Sends genuine and forged samples to our own URL_Notify and shows each response. */
export function SelfTestPart({ scope, endpoint, mayRun }: { scope: Scope; endpoint: Endpoint; mayRun: boolean }) {
  const t = useTranslations("endpoints");
  const mutation = useMutation({ mutationFn: () => runSelfTest(scope, endpoint.id), meta: showsError });
  return (
    <Part
      title={t("selfTest.title")}
      action={
        mayRun ? (
          <Button size="sm" variant="secondary" isPending={mutation.isPending} onPress={() => mutation.mutate()}>
            {t("selfTest.run")}
          </Button>
        ) : null
      }
    >
      <p className="max-w-prose text-muted">{t("selfTest.about")}</p>
      {mutation.isPending ? (
        <ProgressBar isIndeterminate aria-label={t("selfTest.running")} size="sm">
          <ProgressBar.Track>
            <ProgressBar.Fill />
          </ProgressBar.Track>
        </ProgressBar>
      ) : null}
      <ErrorNotice title={t("selfTest.failed")} error={mutation.error} />
      <div role="status">{mutation.data ? <SelfTestResult result={mutation.data} /> : null}</div>
    </Part>
  );
}
