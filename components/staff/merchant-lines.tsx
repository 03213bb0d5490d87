"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { MerchantSearch } from "#components/merchants/merchant-search.tsx";
import { TextInput } from "#components/ui/text-input.tsx";
import type { Environment } from "#lib/core/identifiers.ts";

type Props = { environments: readonly Environment[]; chosen: readonly string[]; onChange: (merchants: string[]) => void };

/** Selects from very many merchants, one a line as `environment/slug`: by search, or pasted as a list. */
export function MerchantLines({ environments, chosen, onChange }: Props) {
  const t = useTranslations("staff.rights");
  const environmentName = useTranslations("frame.environment.inline");
  const [text, setText] = useState(chosen.join("\n"));
  const change = (next: string) => {
    setText(next);
    onChange([...new Set(next.split(/[\s,;]+/).filter((line) => line !== ""))]);
  };
  return (
    <div className="flex flex-col gap-3">
      {environments.map((environment) => (
        <MerchantSearch
          key={environment}
          environment={environment}
          label={t("addOf", { environment: environmentName(environment) })}
          value={null}
          onChange={(slug) => {
            const line = `${environment}/${slug}`;
            if (slug !== null && !chosen.includes(line)) change([...chosen, line].join("\n"));
          }}
          className="w-full"
        />
      ))}
      <TextInput
        label={t("merchants")}
        hint={t("linesHint", { count: chosen.length })}
        value={text}
        onChange={change}
        isMultiline
        maxLength={300_000}
      />
    </div>
  );
}
