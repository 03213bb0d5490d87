"use client";

import { Checkbox, ListBox } from "@heroui/react";
import { useQueries, useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { Choice } from "#components/ui/choice.tsx";
import { areAll, merchantsQuery } from "#lib/queries/merchants.ts";
import { whoAmIQuery } from "#lib/queries/session.ts";
import type { StaffRights } from "#lib/queries/staff.ts";

// Needed only for many merchants, so it is not in the page's first bundle.
const MerchantLines = dynamic(() => import("./merchant-lines.tsx").then((module) => module.MerchantLines));

const roles = ["viewer", "support", "admin"] as const;
const scopes = ["all", "some"] as const;

type Props = { rights: StaffRights; onChange: (rights: StaffRights) => void };

/** Role, the permission to refund, and the allowed merchants. */
export function StaffRightsFields({ rights, onChange }: Props) {
  const t = useTranslations("staff.rights");
  const common = useTranslations("common");
  const { data: me } = useQuery(whoAmIQuery());
  const offered = me?.staff.isLimited ? scopes.filter((value) => value === "some") : scopes;
  return (
    <div className="flex flex-col gap-3">
      <Choice
        label={t("role")}
        className="w-full"
        options={roles.map((value) => ({ value, label: t(`roles.${value}`) }))}
        value={rights.role}
        onChange={(chosen) => onChange({ ...rights, role: roles.find((role) => role === chosen) ?? rights.role })}
      />
      <Checkbox
        isSelected={rights.permissions.includes("refund")}
        onChange={(mayRefund) => onChange({ ...rights, permissions: mayRefund ? ["refund"] : [] })}
      >
        <Checkbox.Content>
          <Checkbox.Control>
            <Checkbox.Indicator />
          </Checkbox.Control>
          {t("mayRefund")}
        </Checkbox.Content>
      </Checkbox>
      <Choice
        label={common("merchants")}
        className="w-full"
        options={offered.map((value) => ({ value, label: t(`scopes.${value}`) }))}
        value={rights.merchants === null ? "all" : "some"}
        onChange={(scope) => onChange({ ...rights, merchants: scope === "all" ? null : (rights.merchants ?? []) })}
      />
      {rights.merchants === null ? null : (
        <MerchantChoice chosen={rights.merchants} onChange={(merchants) => onChange({ ...rights, merchants })} />
      )}
    </div>
  );
}

function MerchantChoice({ chosen, onChange }: { chosen: readonly string[]; onChange: (merchants: string[]) => void }) {
  const t = useTranslations("staff.rights");
  const environmentName = useTranslations("frame.environment.inline");
  const { data: me } = useQuery(whoAmIQuery());
  const environments = me?.environments ?? [];
  const lists = useQueries({ queries: environments.map((environment) => merchantsQuery(environment)) });
  if (lists.some(({ data }) => data && !areAll(data))) {
    return <MerchantLines environments={environments} chosen={chosen} onChange={onChange} />;
  }
  const known = environments.flatMap((environment, index) =>
    (lists[index]?.data ?? []).map(({ slug, name }) => ({
      id: `${environment}/${slug}`,
      name: t("merchantIn", { name, environment: environmentName(environment) }),
    })),
  );
  const unknown = chosen.filter((id) => !known.some((item) => item.id === id)).map((id) => ({ id, name: id }));
  return (
    <ListBox
      aria-label={t("merchants")}
      selectionMode="multiple"
      selectedKeys={new Set(chosen)}
      onSelectionChange={(keys) => onChange(keys === "all" ? known.map(({ id }) => id) : [...keys].map(String))}
      className="max-h-56 overflow-y-auto rounded-md border border-border"
    >
      {[...known, ...unknown].map(({ id, name }) => (
        <ListBox.Item key={id} id={id} textValue={name}>
          {name}
          <ListBox.ItemIndicator />
        </ListBox.Item>
      ))}
    </ListBox>
  );
}

/** A summary of a team member's permissions. */
export function useRightsText(): (rights: StaffRights) => string {
  const t = useTranslations("staff.rights.short");
  return ({ role, permissions, merchants }) => {
    const which = merchants === null ? t("everyMerchant") : t("merchants", { count: merchants.length });
    return [t(role), ...(permissions.includes("refund") ? [t("refunds")] : []), which].join(" · ");
  };
}
