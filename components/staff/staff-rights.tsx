"use client";

import { Checkbox, ListBox } from "@heroui/react";
import { useQueries, useQuery } from "@tanstack/react-query";
import { Choice } from "#components/ui/choice.tsx";
import { merchantsQuery } from "#lib/queries/merchants.ts";
import { whoAmIQuery } from "#lib/queries/session.ts";
import type { StaffRights } from "#lib/queries/staff.ts";

const roleOptions = [
  { value: "viewer", label: "Viewer: reads, masked" },
  { value: "support", label: "Support: reveals, exports, takes payments" },
  { value: "admin", label: "Administrator: everything but refunds" },
];
const scopeOptions = [
  { value: "all", label: "Every merchant, also new ones" },
  { value: "some", label: "Only chosen merchants" },
];

type Props = { rights: StaffRights; onChange: (rights: StaffRights) => void };

/** Role, the permission to refund, and which merchants. */
export function StaffRightsFields({ rights, onChange }: Props) {
  return (
    <div className="flex flex-col gap-3">
      <Choice
        label="Role"
        className="w-full"
        options={roleOptions}
        value={rights.role}
        onChange={(role) => role && onChange({ ...rights, role })}
      />
      <Checkbox
        isSelected={rights.permissions.includes("refund")}
        onChange={(mayRefund) => onChange({ ...rights, permissions: mayRefund ? ["refund"] : [] })}
      >
        <Checkbox.Content>
          <Checkbox.Control>
            <Checkbox.Indicator />
          </Checkbox.Control>
          May reverse and refund
        </Checkbox.Content>
      </Checkbox>
      <Choice
        label="Merchants"
        className="w-full"
        options={scopeOptions}
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
  const { data: me } = useQuery(whoAmIQuery());
  const environments = me?.environments ?? [];
  const lists = useQueries({ queries: environments.map((environment) => merchantsQuery(environment)) });
  const known = environments.flatMap((environment, at) =>
    (lists[at]?.data ?? []).map(({ slug, name }) => ({ id: `${environment}/${slug}`, name: `${name} (${environment})` })),
  );
  const unknown = chosen.filter((id) => !known.some((each) => each.id === id)).map((id) => ({ id, name: id }));
  return (
    <ListBox
      aria-label="Merchants this person may see"
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

/** What a person may, in a few words. */
export function describeRights({ role, permissions, merchants }: StaffRights): string {
  const which = merchants === null ? "every merchant" : merchants.length === 1 ? "1 merchant" : `${merchants.length} merchants`;
  return [role, ...(permissions.includes("refund") ? ["refunds"] : []), which].join(" · ");
}
