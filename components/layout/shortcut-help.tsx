"use client";

import { Button, Kbd, Modal } from "@heroui/react";
import CircleHelp from "lucide-react/dist/esm/icons/circle-question-mark.mjs";
import { useState } from "react";
import { shortcuts } from "./shortcuts.ts";
import { usePageKey } from "./use-page-key.ts";

/** What the keyboard can do here; `?` shows it from anywhere. */
export function ShortcutHelp() {
  const [isOpen, setOpen] = useState(false);
  usePageKey("?", () => setOpen(true));
  return (
    <Modal isOpen={isOpen} onOpenChange={setOpen}>
      <Button isIconOnly variant="ghost" size="sm" aria-label="Keyboard shortcuts" className="max-sm:hidden">
        <CircleHelp aria-hidden="true" />
      </Button>
      <Modal.Backdrop>
        <Modal.Container size="sm">
          <Modal.Dialog>
            <Modal.CloseTrigger />
            <Modal.Header>
              <Modal.Heading>Keyboard shortcuts</Modal.Heading>
            </Modal.Header>
            <Modal.Body>
              <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 gap-y-2">
                {shortcuts.map(({ keys, does }) => (
                  <div key={does} className="col-span-2 grid grid-cols-subgrid items-center">
                    <dt className="flex gap-1">
                      {keys.map((key) => (
                        <Kbd key={key}>{key}</Kbd>
                      ))}
                    </dt>
                    <dd>{does}</dd>
                  </div>
                ))}
              </dl>
            </Modal.Body>
          </Modal.Dialog>
        </Modal.Container>
      </Modal.Backdrop>
    </Modal>
  );
}
