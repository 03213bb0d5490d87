"use client";

import { Button, Drawer } from "@heroui/react";
import { useQuery } from "@tanstack/react-query";
import Activity from "lucide-react/dist/esm/icons/activity.mjs";
import { useState } from "react";
import { useEnvironment } from "#components/layout/environment-context.tsx";
import { whoAmIQuery } from "#lib/queries/session.ts";
import { CallRows } from "./call-rows.tsx";

/** What the desk asked of the gateway of late: for support on the phone with the gateway's own people. */
export function CallsDock() {
  const { environment } = useEnvironment();
  const { data: me } = useQuery(whoAmIQuery());
  const [isOpen, setOpen] = useState(false);
  if (me === undefined || me.staff.role === "viewer") return null;
  return (
    <Drawer isOpen={isOpen} onOpenChange={setOpen}>
      <Button isIconOnly variant="ghost" size="sm" aria-label="Gateway calls">
        <Activity aria-hidden="true" />
      </Button>
      <Drawer.Backdrop>
        <Drawer.Content placement="bottom">
          <Drawer.Dialog aria-label="Gateway calls">
            <Drawer.CloseTrigger />
            <Drawer.Header>
              <Drawer.Heading>Gateway calls</Drawer.Heading>
            </Drawer.Header>
            <Drawer.Body>{isOpen ? <CallRows environment={environment} /> : null}</Drawer.Body>
          </Drawer.Dialog>
        </Drawer.Content>
      </Drawer.Backdrop>
    </Drawer>
  );
}
