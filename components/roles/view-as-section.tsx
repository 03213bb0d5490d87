"use client";

import { Dropdown, Header, Label, Separator } from "@heroui/react";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useEnvironment } from "#components/ui/environment-context.tsx";
import { reloadWindows } from "#components/ui/reload-windows.ts";
import { viewAs, whoAmIQuery } from "#lib/queries/session.ts";

const lowerRoles = ["support", "viewer"] as const;

/** Lower roles in the account menu that an administrator may try in the sandbox. */
export function ViewAsSection() {
  const t = useTranslations("account.viewAs");
  const { environment } = useEnvironment();
  const { data: me } = useQuery(whoAmIQuery());
  const begin = useMutation({ mutationFn: viewAs, onSuccess: reloadWindows });
  if (environment !== "sandbox" || (me?.staff.ownRole ?? me?.staff.role) !== "admin") return null;
  return (
    <>
      <Dropdown.Section aria-label={t("title")}>
        <Header>{t("title")}</Header>
        {lowerRoles.map((role) => (
          <Dropdown.Item key={role} id={`view-as-${role}`} textValue={t(`roles.${role}`)} onAction={() => begin.mutate(role)}>
            <Label>{t(`roles.${role}`)}</Label>
          </Dropdown.Item>
        ))}
      </Dropdown.Section>
      <Separator />
    </>
  );
}
