"use client";

import { Button, Drawer } from "@heroui/react";
import Menu from "lucide-react/dist/esm/icons/menu.mjs";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { useState } from "react";
import { AccountMenu } from "./account-menu.tsx";
import { useEnvironment } from "./environment-context.tsx";
import { FindBox } from "./find-box.tsx";
import { Navigation } from "./navigation.tsx";

/** Name, find box and account; on narrow screens also the navigation, as a drawer. */
export function Topbar() {
  const { environment } = useEnvironment();
  const pathname = usePathname();
  return (
    <header className="sticky top-0 z-20 flex items-center gap-3 border-border border-b bg-surface px-3 py-2">
      <NavigationDrawer key={pathname} />
      <Link href={`/${environment}`} className="hidden font-semibold sm:block">
        Counterfoil
      </Link>
      <FindBox />
      <div className="ml-auto">
        <AccountMenu />
      </div>
    </header>
  );
}

function NavigationDrawer() {
  const [isOpen, setOpen] = useState(false);
  return (
    <Drawer isOpen={isOpen} onOpenChange={setOpen}>
      <Button isIconOnly variant="ghost" size="sm" aria-label="Open navigation" className="lg:hidden">
        <Menu aria-hidden="true" className="size-5" />
      </Button>
      <Drawer.Backdrop>
        <Drawer.Content placement="left">
          <Drawer.Dialog aria-label="Navigation">
            <Drawer.CloseTrigger />
            <Drawer.Body>
              <Navigation />
            </Drawer.Body>
          </Drawer.Dialog>
        </Drawer.Content>
      </Drawer.Backdrop>
    </Drawer>
  );
}
