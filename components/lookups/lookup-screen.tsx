"use client";

import { Skeleton } from "@heroui/react";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { parseAsString, useQueryStates } from "nuqs";
import { useState } from "react";
import { ErrorNotice } from "#components/ui/error-notice.tsx";
import { sharedLookupQuery } from "#lib/queries/lookups.ts";
import { referencesOfAddress } from "./extract-references.ts";
import { adoptList, type FormOfLists, formKey } from "./form-of-lists.ts";
import { LookupForm } from "./lookup-form.tsx";

/** Bulk lookup of pasted text or of a shared address: each reference is looked up at the gateway. */
export function LookupScreen({ environment }: { environment: string }) {
  const t = useTranslations("lookups");
  const [{ refs, list }] = useQueryStates({ refs: parseAsString.withDefault(""), list: parseAsString.withDefault("") });
  const shared = useQuery({ ...sharedLookupQuery(environment, list), enabled: list !== "" });
  const [form, setForm] = useState<FormOfLists>({ key: list, lists: [list] });
  if (list !== "" && shared.isPending) return <Skeleton className="h-60 rounded-md" role="status" aria-label={t("loading")} />;
  return (
    <>
      {shared.isError ? (
        <div className="pb-4">
          <ErrorNotice title={t("gone")} error={shared.error} />
        </div>
      ) : null}
      <LookupForm
        key={formKey(form, list)}
        environment={environment}
        given={list === "" ? referencesOfAddress(refs) : (shared.data?.references ?? [])}
        onList={(next) => setForm((before) => adoptList(before, { from: list, to: next }))}
      />
    </>
  );
}
