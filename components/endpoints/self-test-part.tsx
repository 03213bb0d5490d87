"use client";

import { Button, ProgressBar } from "@heroui/react";
import { useMutation } from "@tanstack/react-query";
import { ErrorNotice } from "#components/error-notice.tsx";
import type { Endpoint } from "#lib/contract/endpoint.ts";
import { runSelfTest } from "#lib/queries/endpoints.ts";
import type { Scope } from "#lib/queries/keys.ts";
import { Part } from "./part.tsx";
import { SelfTestResult } from "./self-test-result.tsx";

/** One button that sends genuine and forged samples to our own URL_Notify and shows each answer. */
export function SelfTestPart({ scope, endpoint, mayRun }: { scope: Scope; endpoint: Endpoint; mayRun: boolean }) {
  const mutation = useMutation({ mutationFn: () => runSelfTest(scope, endpoint.id) });
  return (
    <Part
      title="Self-test"
      action={
        mayRun ? (
          <Button size="sm" variant="secondary" isPending={mutation.isPending} onPress={() => mutation.mutate()}>
            Run the self-test
          </Button>
        ) : null
      }
    >
      <p className="max-w-prose text-muted">
        Sends genuine, forged, repeated, huge and slow samples over the internet address above, signed with a key made for the
        test, and compares each answer. They arrive at a copy of this endpoint that exists only meanwhile: nothing is counted,
        shown as a payment or passed on.
      </p>
      {mutation.isPending ? (
        <ProgressBar isIndeterminate aria-label="The self-test runs; it takes about ten seconds" size="sm">
          <ProgressBar.Track>
            <ProgressBar.Fill />
          </ProgressBar.Track>
        </ProgressBar>
      ) : null}
      {mutation.isError ? <ErrorNotice title="The self-test could not run" error={mutation.error} /> : null}
      <div role="status">{mutation.data ? <SelfTestResult result={mutation.data} /> : null}</div>
    </Part>
  );
}
