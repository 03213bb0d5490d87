"use client";

import { Button, Skeleton } from "@heroui/react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useSay } from "#components/language/say.ts";
import { ErrorNotice } from "#components/ui/error-notice.tsx";
import { Loaded } from "#components/ui/loaded.tsx";
import { Timestamp } from "#components/ui/timestamp.tsx";
import type { Restore } from "#lib/contract/restore.ts";
import { showsError } from "#lib/queries/failed-changes.ts";
import { openRestored, readRestored, releaseRestored, restoreQuery } from "#lib/queries/restore.ts";

/** The steps after a restore: release the sign-ins, read in the gateway's lists, open payments and refunds. */
export function RestorePage({ environment }: { environment: string }) {
  const t = useTranslations("restore");
  const query = useQuery(restoreQuery(environment));
  const loading = <Skeleton className="h-60 rounded-lg" role="status" aria-label={t("loading")} />;
  return (
    <Loaded query={query} failedTitle={t("failed")} loading={loading}>
      {({ fence }) => (fence ? <Steps environment={environment} fence={fence} /> : <p className="text-muted">{t("never")}</p>)}
    </Loaded>
  );
}

type Fence = NonNullable<Restore["fence"]>;
type PartProps = { environment: string; fence: Fence };

function Steps({ environment, fence }: PartProps) {
  const t = useTranslations("restore");
  return (
    <div className="flex max-w-prose flex-col gap-6">
      <p>
        {t.rich("about", {
          restored: () => <Timestamp at={fence.restoredAt} precision="row" />,
          backup: () => <Timestamp at={fence.backupAt} precision="row" />,
        })}
      </p>
      <SignIns environment={environment} fence={fence} />
      <Reading environment={environment} fence={fence} />
      <Opening environment={environment} fence={fence} />
    </div>
  );
}

function SignIns({ environment, fence }: PartProps) {
  const t = useTranslations("restore.signIns");
  const queries = useQueryClient();
  const release = useMutation({
    meta: showsError,
    mutationFn: async () => {
      let result = await releaseRestored(environment);
      while (result.left > 0 && result.failed === null && result.released > 0) result = await releaseRestored(environment);
      return result;
    },
    onSettled: () => queries.invalidateQueries({ queryKey: [environment] }),
  });
  return (
    <section className="flex flex-col gap-2">
      <h2 className="text-section">{t("title")}</h2>
      <p>{t(fence.guards)}</p>
      {fence.stopped === 0 ? null : (
        <>
          <p>{t("stopped", { count: fence.stopped })}</p>
          <Button className="self-start" isPending={release.isPending} onPress={() => release.mutate()}>
            {t("release")}
          </Button>
        </>
      )}
      {release.data?.failed ? <p role="alert">{t("ended", { name: release.data.failed })}</p> : null}
      {release.isError ? <ErrorNotice title={t("failed")} error={release.error} /> : null}
    </section>
  );
}

function Reading({ environment, fence }: PartProps) {
  const t = useTranslations("restore.reading");
  const say = useSay();
  const queries = useQueryClient();
  const read = useMutation({
    meta: showsError,
    mutationFn: async () => {
      for (let before = Number.POSITIVE_INFINITY; ; ) {
        const result = await readRestored(environment);
        queries.setQueryData(restoreQuery(environment).queryKey, result);
        const unread = result.fence?.unread ?? 0;
        if (unread === 0 || unread >= before) return;
        before = unread;
      }
    },
  });
  return (
    <section className="flex flex-col gap-2">
      <h2 className="text-section">{t("title")}</h2>
      <p>{t("progress", { read: fence.read, unread: fence.unread })}</p>
      {fence.unknownRefunds > 0 ? <p>{t("unknownRefunds", { count: fence.unknownRefunds })}</p> : null}
      {fence.problems.length === 0 ? null : (
        <ul className="list-disc pl-5">
          {fence.problems.map(({ slug, name, message, messageDetails }) => (
            <li key={slug}>
              {name}: {say({ message, ...messageDetails })}
            </li>
          ))}
        </ul>
      )}
      {fence.unread === 0 ? null : (
        <Button className="self-start" isPending={read.isPending} onPress={() => read.mutate()}>
          {t("start")}
        </Button>
      )}
      {read.isError ? <ErrorNotice title={t("failed")} error={read.error} /> : null}
    </section>
  );
}

function Opening({ environment, fence }: PartProps) {
  const t = useTranslations("restore.opening");
  const queries = useQueryClient();
  const open = useMutation({
    meta: showsError,
    mutationFn: () => openRestored(environment),
    onSuccess: (result) => queries.setQueryData(restoreQuery(environment).queryKey, result),
  });
  return (
    <section className="flex flex-col gap-2">
      <h2 className="text-section">{t("title")}</h2>
      {fence.openedAt ? (
        <p>
          {t.rich("opened", {
            time: () => <Timestamp at={fence.openedAt ?? ""} precision="row" />,
            name: fence.openedBy ?? "",
          })}
        </p>
      ) : (
        <>
          <p>{t("about")}</p>
          <Button className="self-start" isPending={open.isPending} onPress={() => open.mutate()}>
            {t("open")}
          </Button>
        </>
      )}
      {open.isError ? <ErrorNotice title={t("failed")} error={open.error} /> : null}
    </section>
  );
}
