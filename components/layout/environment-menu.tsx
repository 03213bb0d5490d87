"use client";

import { Button, Dropdown, Label } from "@heroui/react";
import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useEnvironment } from "#components/ui/environment-context.tsx";
import { ChevronDown } from "#components/ui/icons.tsx";
import { environments } from "#lib/core/identifiers.ts";
import { whoAmIQuery } from "#lib/queries/session.ts";

/** Links to the overviews of the environments; marks those that this user may not open. */
export function EnvironmentMenu() {
  const t = useTranslations("frame.environment");
  const { environment } = useEnvironment();
  const router = useRouter();
  const { data } = useQuery(whoAmIQuery());
  const closed = data ? environments.filter((item) => !data.environments.includes(item)) : [];
  return (
    <Dropdown>
      <Button variant="outline" size="sm" aria-label={t("name", { environment: t(`names.${environment}`) })}>
        {t(`names.${environment}`)}
        <ChevronDown aria-hidden="true" />
      </Button>
      <Dropdown.Popover placement="bottom start">
        <Dropdown.Menu
          aria-label={t("choose")}
          selectionMode="single"
          selectedKeys={[environment]}
          disabledKeys={closed}
          onAction={(key) => router.push(`/${key}`)}
        >
          {environments.map((item) => (
            <Dropdown.Item key={item} id={item} textValue={t(`names.${item}`)}>
              <Dropdown.ItemIndicator />
              <Label>{closed.includes(item) ? t("closed", { environment: t(`names.${item}`) }) : t(`names.${item}`)}</Label>
            </Dropdown.Item>
          ))}
        </Dropdown.Menu>
      </Dropdown.Popover>
    </Dropdown>
  );
}
