"use client";

import { Dropdown, Header, Label } from "@heroui/react";
import { useTranslations } from "next-intl";
import { languages } from "#lib/core/languages.ts";
import { useLanguage } from "./use-language.ts";

/** Languages in the account menu, each by its own name. */
export function LanguageSection() {
  const t = useTranslations("account");
  const { language, choose } = useLanguage({ isSignedIn: true });
  return (
    <Dropdown.Section
      aria-label={t("language")}
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={language ? [language] : []}
      onSelectionChange={(keys) => choose(keys === "all" ? undefined : [...keys][0])}
    >
      <Header>{t("language")}</Header>
      {languages.map(({ code, tag, name }) => (
        <Dropdown.Item key={code} id={code} textValue={name}>
          <Dropdown.ItemIndicator />
          <Label lang={tag}>{name}</Label>
        </Dropdown.Item>
      ))}
    </Dropdown.Section>
  );
}
