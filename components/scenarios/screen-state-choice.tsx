"use client";

import { Radio, RadioGroup } from "@heroui/react";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { Panel } from "#components/ui/panel.tsx";
import { type ScreenState, screenStates, toScreenState } from "#lib/core/screen-states.ts";
import { chooseScreenState, readScreenState } from "#lib/queries/screen-state.ts";

const asItIs = "as-it-is";

/** Selects the state in which the sandbox shows every list and panel, to preview rare ones. */
export function ScreenStateChoice() {
  const t = useTranslations("scenarios");
  const [shown, setShown] = useState<ScreenState>();
  useEffect(() => setShown(readScreenState()), []);
  function choose(value: string) {
    chooseScreenState(toScreenState(value));
    location.reload();
  }
  return (
    <div className="pt-6">
      <Panel title={t("states.title")}>
        <p className="max-w-prose pb-3 text-muted">{t("states.hint")}</p>
        <RadioGroup
          aria-label={t("states.title")}
          value={shown ?? asItIs}
          onChange={choose}
          className="flex flex-row flex-wrap gap-x-6 gap-y-2"
        >
          {[asItIs, ...screenStates].map((state) => (
            <Radio key={state} value={state}>
              <Radio.Content>
                <Radio.Control>
                  <Radio.Indicator />
                </Radio.Control>
                {t(`states.names.${state as ScreenState}`)}
              </Radio.Content>
            </Radio>
          ))}
        </RadioGroup>
      </Panel>
    </div>
  );
}
