"use client";

import { Drawer } from "@heroui/react";
import { useTranslations } from "next-intl";
import { useEnvironment } from "#components/ui/environment-context.tsx";
import { Link } from "#components/ui/link.tsx";
import { CallRows } from "./call-rows.tsx";

type Props = { isOpen: boolean; onOpenChange: (isOpen: boolean) => void };

/** The list of calls, over the lower part of the page. */
export function CallsDrawer({ isOpen, onOpenChange }: Props) {
  const t = useTranslations("calls");
  const common = useTranslations("common");
  const { environment } = useEnvironment();
  return (
    <Drawer isOpen={isOpen} onOpenChange={onOpenChange}>
      <Drawer.Backdrop>
        <Drawer.Content placement="bottom">
          <Drawer.Dialog aria-label={t("title")}>
            <Drawer.CloseTrigger aria-label={common("close")} />
            <Drawer.Header>
              <Drawer.Heading>{t("title")}</Drawer.Heading>
            </Drawer.Header>
            <Drawer.Body>
              <Link
                href={`/${environment}/calls`}
                onClick={() => onOpenChange(false)}
                className="inline-flex min-h-6 items-center text-accent underline-offset-2 hover:underline"
              >
                {t("page.link")}
              </Link>
              {isOpen ? <CallRows environment={environment} /> : null}
            </Drawer.Body>
          </Drawer.Dialog>
        </Drawer.Content>
      </Drawer.Backdrop>
    </Drawer>
  );
}
