"use client";

import { Dropdown, Header, Label, Separator } from "@heroui/react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { LanguageSection } from "#components/language/language-section.tsx";
import { removeCall } from "#components/phone-call/call-store.ts";
import { useBeginCall } from "#components/phone-call/use-begin-call.ts";
import { ViewAsSection } from "#components/roles/view-as-section.tsx";
import { IconButton } from "#components/shortcuts/icon-button.tsx";
import { useEnvironment } from "#components/ui/environment-context.tsx";
import { CircleUserRound } from "#components/ui/icons.tsx";
import { chooseTheme, readTheme, type Theme, themes } from "#components/ui/theme.ts";
import { signOut, whoAmIQuery } from "#lib/queries/session.ts";
import { useTourAction } from "../tour/use-tour-action.ts";
import { usePresenting } from "./use-presenting.ts";

/** The signed-in user, the theme, signing out; on narrow screens also beginning a phone call. */
export function AccountMenu() {
  const t = useTranslations("frame");
  const { data } = useQuery(whoAmIQuery());
  const client = useQueryClient();
  const router = useRouter();
  const tour = useTourAction();
  const beginCall = useBeginCall();
  const phone = useTranslations("phoneCall");
  const { environment } = useEnvironment();
  const presenting = usePresenting();
  const leaving = useMutation({
    mutationFn: signOut,
    onSuccess: () => {
      removeCall();
      client.clear();
      location.assign("/login");
    },
  });
  const [theme, setTheme] = useState<Theme>("system");

  function choose(key: Theme | undefined) {
    if (key === undefined) return;
    chooseTheme(key);
    setTheme(key);
  }

  const presentation = data?.isPresenting ? t("presentation.endAct") : t("presentation.beginAct");
  const acts: Record<string, () => void> = {
    account: () => router.push(`/${environment}/settings/account`),
    present: () => presenting.mutate(!data?.isPresenting),
    tour: () => tour?.does(),
    call: () => beginCall?.(),
    "sign-out": () => leaving.mutate(),
  };

  return (
    <Dropdown onOpenChange={(isOpen) => isOpen && setTheme(readTheme())}>
      <IconButton label={data ? t("account.menuOf", { email: data.staff.email }) : t("account.menu")}>
        <CircleUserRound aria-hidden="true" />
      </IconButton>
      <Dropdown.Popover placement="bottom end" className="min-w-60">
        <div className="px-3 pt-2 pb-1">
          <p className="truncate font-medium">{data?.staff.email ?? "…"}</p>
          <p className="text-muted text-xs">{data ? t(`roles.${data.staff.role}`) : null}</p>
        </div>
        <Dropdown.Menu aria-label={t("account.menu")} onAction={(key) => acts[String(key)]?.()}>
          <Dropdown.Section
            aria-label={t("theme.title")}
            selectionMode="single"
            disallowEmptySelection
            selectedKeys={[theme]}
            onSelectionChange={(keys) => choose((keys === "all" ? undefined : [...keys][0]) as Theme | undefined)}
          >
            <Header>{t("theme.title")}</Header>
            {themes.map((item) => (
              <Dropdown.Item key={item} id={item} textValue={t(`theme.names.${item}`)}>
                <Dropdown.ItemIndicator />
                <Label>{t(`theme.names.${item}`)}</Label>
              </Dropdown.Item>
            ))}
          </Dropdown.Section>
          <Separator />
          <LanguageSection />
          <Separator />
          <ViewAsSection />
          {beginCall ? (
            <Dropdown.Item id="call" textValue={phone("begin")} className="sm:hidden">
              <Label>{phone("begin")}</Label>
            </Dropdown.Item>
          ) : null}
          <Dropdown.Item id="account" textValue={t("account.own")}>
            <Label>{t("account.own")}</Label>
          </Dropdown.Item>
          <Dropdown.Item id="present" textValue={presentation}>
            <Label>{presentation}</Label>
          </Dropdown.Item>
          {tour ? (
            <Dropdown.Item id="tour" textValue={tour.label}>
              <Label>{tour.label}</Label>
            </Dropdown.Item>
          ) : null}
          <Dropdown.Item id="sign-out" textValue={t("account.signOut")}>
            <Label>{t("account.signOut")}</Label>
          </Dropdown.Item>
        </Dropdown.Menu>
      </Dropdown.Popover>
    </Dropdown>
  );
}
