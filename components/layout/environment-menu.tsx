"use client";

import { Button, Dropdown, Label } from "@heroui/react";
import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { ChevronDown } from "#components/ui/icons.tsx";
import { type Environment, environments } from "#lib/core/identifiers.ts";
import { whoAmIQuery } from "#lib/queries/session.ts";

const colours: Record<Environment, string> = {
  sandbox: "bg-(--band-sandbox) text-(--band-sandbox-text)",
  demo: "bg-(--band-demo) text-(--band-demo-text)",
  production: "bg-(--band-production) text-(--band-production-text)",
};

/** The environment as a word, and links to the overviews of the others; marks those that this user may not open. */
export function EnvironmentMenu({ environment }: { environment: Environment }) {
  const t = useTranslations("frame.environment");
  const router = useRouter();
  const { data } = useQuery(whoAmIQuery());
  const closed = data ? environments.filter((item) => !data.environments.includes(item)) : [];
  return (
    <Dropdown>
      <Button
        variant="tertiary"
        size="sm"
        aria-label={t("name", { environment: t(`names.${environment}`) })}
        className={`h-7 gap-1 px-2 font-semibold text-xs uppercase tracking-wide ${colours[environment]}`}
      >
        {t(`names.${environment}`)}
        <ChevronDown aria-hidden="true" className="size-3.5" />
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
