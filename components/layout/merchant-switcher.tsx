"use client";

import { Button, Popover } from "@heroui/react";
import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useMerchant } from "#components/merchants/use-merchant.ts";
import { useVisited } from "#components/merchants/visited-merchants.ts";
import { ShortcutKeys } from "#components/shortcuts/shortcut-keys.tsx";
import { useShortcut } from "#components/shortcuts/use-shortcut.ts";
import { useEnvironment } from "#components/ui/environment-context.tsx";
import { ChevronsUpDown } from "#components/ui/icons.tsx";
import { Store } from "#components/ui/page-icons.tsx";
import { PopoverContent } from "#components/ui/popover-content.tsx";
import { Tooltip } from "#components/ui/tooltip.tsx";
import { whoAmIQuery } from "#lib/queries/session.ts";
import { keepTyping } from "./keep-typing.ts";
import { useNarrowNavigation } from "./use-narrow-navigation.ts";

const MerchantPicker = dynamic(() => import("./merchant-picker.tsx").then((module) => module.MerchantPicker), { ssr: false });

/** The scope of the pages below: all merchants or one. It opens a search over any number of them. */
export function MerchantSwitcher({ current }: { current: string | undefined }) {
  const t = useTranslations("frame.merchants");
  const common = useTranslations("common");
  const { environment } = useEnvironment();
  const { data: me } = useQuery(whoAmIQuery());
  const { visit } = useVisited(environment, me?.staff.id);
  const merchant = useMerchant(environment, current);
  const [isOpen, setOpen] = useState(false);
  const [isNarrow] = useNarrowNavigation();
  const button = useRef<HTMLButtonElement>(null);
  // In the closed drawer of a narrow screen there is nothing to open it beside.
  useShortcut("merchant", () => button.current?.checkVisibility() && open());

  /** What is typed while the search loads; undefined when it was opened by pointer. */
  const early = useRef<ReturnType<typeof keepTyping>>(undefined);
  useEffect(() => () => void early.current?.take(), []);
  function open() {
    early.current?.take();
    early.current = keepTyping();
    setOpen(true);
  }
  function change(isToOpen: boolean) {
    if (!isToOpen) early.current?.take();
    early.current = undefined;
    setOpen(isToOpen);
  }

  const here = merchant?.slug;
  const staffId = me?.staff.id;
  const note = useEffectEvent((slug: string) => visit(slug));
  useEffect(() => {
    if (here !== undefined && staffId !== undefined) note(here);
  }, [here, staffId]);

  const name = current === undefined ? common("allMerchants") : (merchant?.name ?? current);
  return (
    <Popover isOpen={isOpen} onOpenChange={change}>
      <Tooltip
        className="flex items-center gap-2"
        placement="right"
        isDisabled={!isNarrow}
        text={
          <>
            {t("switch", { name })}
            <span aria-hidden="true" className="flex gap-1">
              <ShortcutKeys name="merchant" />
            </span>
          </>
        }
      >
        <Button
          ref={button}
          variant="outline"
          size="sm"
          aria-label={t("switch", { name })}
          className="h-9 w-full justify-between gap-2 bg-surface px-2.5 font-medium icons-only:px-0 icons-only:justify-center"
        >
          <Store aria-hidden="true" className="hidden size-4 shrink-0 icons-only:block" />
          <span className="min-w-0 truncate icons-only:hidden">{name}</span>
          <ChevronsUpDown aria-hidden="true" className="size-4 shrink-0 text-muted icons-only:hidden" />
        </Button>
      </Tooltip>
      <PopoverContent placement="bottom start" className="w-80">
        <Popover.Dialog aria-label={t("choose")} className="p-0">
          <MerchantPicker current={current} takeEarly={() => early.current?.take() ?? ""} onDone={() => change(false)} />
        </Popover.Dialog>
      </PopoverContent>
    </Popover>
  );
}
