"use client";

import { Button } from "@heroui/react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { ErrorNotice } from "#components/ui/error-notice.tsx";
import type { SendResult } from "#lib/contract/alert-channel.ts";
import { channelsQuery, testChannel } from "#lib/queries/alert-channels.ts";
import { showsError } from "#lib/queries/failed-changes.ts";
import { SendResultLine } from "./send-result.tsx";

type Props = {
  environment: string;
  /** "email", or the id of a channel of the team. */
  channel: string;
  /** For screen readers: which channel it is. */
  name: string;
  lastTry: SendResult | null;
  isDisabled?: boolean;
};

/** Sends a test message and shows what came of the last one. */
export function TestButton({ environment, channel, name, lastTry, isDisabled = false }: Props) {
  const t = useTranslations("channels");
  const client = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    meta: showsError,
    mutationFn: () => testChannel(environment, channel),
    // Its result is in the channels that are read again, and goes with the address that it is of.
    onSettled: () => client.invalidateQueries({ queryKey: channelsQuery(environment).queryKey }),
  });
  return (
    <div className="flex flex-col items-start gap-2">
      <Button
        size="sm"
        variant="secondary"
        isPending={isPending}
        isDisabled={isDisabled}
        aria-label={t("testOf", { name })}
        onPress={() => mutate()}
      >
        {t("test")}
      </Button>
      <ErrorNotice title={t("testFailed")} error={error} />
      <div role="status">
        <SendResultLine result={lastTry} />
      </div>
    </div>
  );
}
