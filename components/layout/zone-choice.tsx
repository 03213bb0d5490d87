"use client";

import { Dropdown, Header, Label } from "@heroui/react";
import { useTranslations } from "next-intl";
import { useQueryState } from "nuqs";
import { type ReactNode, useMemo, useState } from "react";
import { EnvironmentProvider, useEnvironment } from "#components/ui/environment-context.tsx";
import { Clock } from "#components/ui/icons.tsx";
import { ToolButton } from "#components/ui/tool-button.tsx";
import { parseAsZone } from "./zone-search.ts";

/** Sets the time zone of its children: the one in the address, else the gateway's. */
export function ShownZone({ children }: { children: ReactNode }) {
  const view = useEnvironment();
  const [zone] = useQueryState("zone", parseAsZone);
  const value = useMemo(() => ({ ...view, zone: zone ?? view.gatewayZone }), [view, zone]);
  return <EnvironmentProvider value={value}>{children}</EnvironmentProvider>;
}

/** Shows the time zone and switches it: the gateway's, the user's own, or UTC. It is stored in the address. */
export function ZoneChoice() {
  const t = useTranslations("frame.zone");
  const { zone, gatewayZone } = useEnvironment();
  const [, setZone] = useQueryState("zone", parseAsZone.withOptions({ history: "push" }));
  const [own, setOwn] = useState<string>();
  const choices = [
    { zone: gatewayZone, whose: t("whose.gateway") },
    ...(own === undefined || own === gatewayZone ? [] : [{ zone: own, whose: t("whose.own") }]),
    ...(gatewayZone === "UTC" || own === "UTC" ? [] : [{ zone: "UTC", whose: t("whose.universal") }]),
  ];
  return (
    <Dropdown onOpenChange={(isOpen) => isOpen && setOwn(new Intl.DateTimeFormat().resolvedOptions().timeZone)}>
      <ToolButton label={t("button", { zone })} icon={<Clock aria-hidden="true" className="size-4" />} />
      <Dropdown.Popover placement="bottom end" className="min-w-56">
        <Dropdown.Menu
          aria-label={t("title")}
          selectionMode="single"
          disallowEmptySelection
          selectedKeys={[zone]}
          onAction={(key) => void setZone(key === gatewayZone ? null : String(key))}
        >
          <Dropdown.Section aria-label={t("title")}>
            <Header>{t("choices")}</Header>
            {choices.map((choice) => (
              <Dropdown.Item key={choice.zone} id={choice.zone} textValue={choice.zone}>
                <Dropdown.ItemIndicator />
                <Label>{t.rich("choice", { ...choice, note: (chunks) => <span className="text-muted">{chunks}</span> })}</Label>
              </Dropdown.Item>
            ))}
          </Dropdown.Section>
        </Dropdown.Menu>
      </Dropdown.Popover>
    </Dropdown>
  );
}
