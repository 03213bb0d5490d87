"use client";

import { Button, Dropdown, Label } from "@heroui/react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { signOut, whoAmIQuery } from "#lib/queries/session.ts";
import { chooseTheme, type Theme, themes } from "./theme.ts";

/** Who is signed in, the theme, and signing out. */
export function AccountMenu() {
  const { data } = useQuery(whoAmIQuery());
  const client = useQueryClient();

  async function leave() {
    await signOut().catch(() => undefined);
    client.clear();
    location.assign("/login");
  }

  return (
    <Dropdown>
      <Button variant="ghost" size="sm" aria-label="Account">
        <span className="max-w-40 truncate">{data?.staff.email ?? "Account"}</span>
      </Button>
      <Dropdown.Popover placement="bottom end">
        <Dropdown.Menu onAction={(key) => (key === "sign-out" ? void leave() : chooseTheme(key as Theme))}>
          {themes.map(({ key, label }) => (
            <Dropdown.Item key={key} id={key} textValue={label}>
              <Label>{label}</Label>
            </Dropdown.Item>
          ))}
          <Dropdown.Item id="sign-out" textValue="Sign out" variant="danger">
            <Label>Sign out</Label>
          </Dropdown.Item>
        </Dropdown.Menu>
      </Dropdown.Popover>
    </Dropdown>
  );
}
