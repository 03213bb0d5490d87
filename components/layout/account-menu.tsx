"use client";

import { Button, Dropdown, Header, Label, Separator } from "@heroui/react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import CircleUser from "lucide-react/dist/esm/icons/circle-user-round.mjs";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { LanguageSection } from "#components/language/language-section.tsx";
import { present, signOut, whoAmIQuery } from "#lib/queries/session.ts";
import { useEnvironment } from "./environment-context.tsx";
import { chooseTheme, readTheme, type Theme, themes } from "./theme.ts";

const roleNames = { viewer: "Viewer", support: "Support", admin: "Administrator" } as const;

/** Who is signed in, the theme, and signing out. */
export function AccountMenu() {
  const { data } = useQuery(whoAmIQuery());
  const client = useQueryClient();
  const router = useRouter();
  const { environment } = useEnvironment();
  const [theme, setTheme] = useState<Theme>("system");

  function choose(key: Theme | undefined) {
    if (key === undefined) return;
    chooseTheme(key);
    setTheme(key);
  }
  async function leave() {
    await signOut().catch(() => undefined);
    client.clear();
    location.assign("/login");
  }

  const acts: Record<string, () => void> = {
    account: () => router.push(`/${environment}/settings/account`),
    present: () => void present(!data?.isPresenting).then(() => location.reload()),
    "sign-out": () => void leave(),
  };

  return (
    <Dropdown onOpenChange={(isOpen) => isOpen && setTheme(readTheme())}>
      <Button isIconOnly variant="ghost" size="sm" aria-label={data ? `Account of ${data.staff.email}` : "Account"}>
        <CircleUser aria-hidden="true" />
      </Button>
      <Dropdown.Popover placement="bottom end" className="min-w-60">
        <div className="px-3 pt-2 pb-1">
          <p className="truncate font-medium">{data?.staff.email ?? "…"}</p>
          <p className="text-muted text-xs">{data ? roleNames[data.staff.role] : null}</p>
        </div>
        <Dropdown.Menu aria-label="Account" onAction={(key) => acts[String(key)]?.()}>
          <Dropdown.Section
            aria-label="Theme"
            selectionMode="single"
            disallowEmptySelection
            selectedKeys={[theme]}
            onSelectionChange={(keys) => choose((keys === "all" ? undefined : [...keys][0]) as Theme | undefined)}
          >
            <Header>Theme</Header>
            {themes.map(({ key, label }) => (
              <Dropdown.Item key={key} id={key} textValue={label}>
                <Dropdown.ItemIndicator />
                <Label>{label}</Label>
              </Dropdown.Item>
            ))}
          </Dropdown.Section>
          <Separator />
          <LanguageSection />
          <Separator />
          <Dropdown.Item id="account" textValue="Your account">
            <Label>Your account</Label>
          </Dropdown.Item>
          <Dropdown.Item id="present" textValue={data?.isPresenting ? "End presentation" : "Begin presentation"}>
            <Label>{data?.isPresenting ? "End presentation" : "Begin presentation"}</Label>
          </Dropdown.Item>
          <Dropdown.Item id="sign-out" textValue="Sign out">
            <Label>Sign out</Label>
          </Dropdown.Item>
        </Dropdown.Menu>
      </Dropdown.Popover>
    </Dropdown>
  );
}
