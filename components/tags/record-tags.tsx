"use client";

import { Button } from "@heroui/react";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { ErrorNotice } from "#components/ui/error-notice.tsx";
import { Form } from "#components/ui/form.tsx";
import { X } from "#components/ui/icons.tsx";
import { Panel } from "#components/ui/panel.tsx";
import type { Scope } from "#lib/queries/keys.ts";
import type { NoteSubject } from "#lib/queries/notes.ts";
import { whoAmIQuery } from "#lib/queries/session.ts";
import { recordTagsQuery } from "#lib/queries/tags.ts";
import { tagLook } from "./tag-chips.tsx";
import { TagInput } from "./tag-input.tsx";
import { useTagChange } from "./use-tag-change.ts";

type Props = { scope: Scope; subject: NoteSubject };

/** The tags of a record; support and administrators put them on and take them off. */
export function RecordTags({ scope, subject }: Props) {
  const t = useTranslations("tags");
  const query = useQuery(recordTagsQuery(scope, subject));
  const { data: user } = useQuery(whoAmIQuery());
  const { text, setText, check, change, isPending, problem, otherError } = useTagChange(scope.environment);
  const mayWrite = user !== undefined && user.staff.role !== "viewer" && !user.isPresenting;
  const records = [{ merchant: scope.merchant ?? "", ...subject }];
  const names = query.data?.items ?? [];
  const add = (name: string) => {
    if (!isPending) change({ records, add: [name] });
  };
  return (
    <Panel title={t("title")}>
      <ErrorNotice title={t("failed")} error={query.error} onRetry={() => void query.refetch()} />
      {query.data && names.length === 0 && !mayWrite ? <p className="text-muted">{t("none")}</p> : null}
      <ul aria-label={t("title")} className="flex flex-wrap gap-1.5 pb-3 empty:hidden">
        {names.map((name) => (
          <li key={name} className={`${tagLook} flex min-w-0 items-center gap-1 ${mayWrite ? "pe-0" : ""}`}>
            <span className="wrap-anywhere">{name}</span>
            {mayWrite ? (
              <button
                type="button"
                aria-label={t("takeOff", { name })}
                title={t("takeOff", { name })}
                className="flex size-6 shrink-0 cursor-pointer items-center justify-center rounded-md hover:bg-surface"
                onClick={() => change({ records, remove: [name] })}
              >
                <X aria-hidden="true" className="size-3.5" />
              </button>
            ) : null}
          </li>
        ))}
      </ul>
      {mayWrite ? (
        <div className="flex flex-col gap-2">
          <ErrorNotice title={t("notSaved")} error={otherError} />
          <Form className="flex items-start gap-2" noValidate onSubmit={() => check() && add(text)}>
            <TagInput
              environment={scope.environment}
              label={t("add")}
              isLabelHidden
              placeholder={t("placeholder")}
              present={names}
              text={text}
              onText={setText}
              onChoose={add}
              problem={problem}
            />
            <Button type="submit" size="sm" variant="secondary" className="h-9" isPending={isPending}>
              {t("putOn")}
            </Button>
          </Form>
        </div>
      ) : null}
    </Panel>
  );
}
