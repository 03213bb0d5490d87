"use client";

import { Button, Description, Label, Radio, RadioGroup } from "@heroui/react";
import { useState } from "react";
import { ErrorNotice } from "#components/error-notice.tsx";
import { TextInput } from "#components/ui/text-input.tsx";
import { toast } from "#components/ui/toast.ts";
import type { Endpoint } from "#lib/contract/endpoint.ts";
import type { Forwarding } from "#lib/contract/forward.ts";
import { ApiError } from "#lib/queries/api-error.ts";
import type { Scope } from "#lib/queries/keys.ts";
import { modes, modeWords } from "./forward-words.ts";
import { useEndpointChange } from "./use-endpoint-change.ts";

const addressField = "forwarding.url";

/** Off, or to which address and with whose word. */
export function ForwardingForm({ scope, endpoint }: { scope: Scope; endpoint: Endpoint }) {
  const { forwarding } = endpoint;
  const [mode, setMode] = useState<Forwarding["mode"]>(forwarding.mode);
  const [url, setUrl] = useState(forwarding.url ?? "");
  const { mutate, isPending, isError, error } = useEndpointChange(scope, endpoint.id);
  const problem = error instanceof ApiError ? error.fields.find(({ field }) => field === addressField)?.message : undefined;
  const isChanged = mode !== forwarding.mode || (mode !== "off" && url.trim() !== (forwarding.url ?? ""));
  return (
    <details>
      <summary className="cursor-pointer text-muted">Change the forwarding</summary>
      <form
        className="flex max-w-xl flex-col items-start gap-3 pt-3"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          const change = { forwarding: mode === "off" ? { mode } : { mode, url } };
          mutate(change, { onSuccess: () => toast.success("The forwarding was changed") });
        }}
      >
        {isError && problem === undefined ? <ErrorNotice title="The forwarding was not changed" error={error} /> : null}
        <RadioGroup value={mode} onChange={(value) => setMode(value as Forwarding["mode"])}>
          <Label>Who answers the gateway</Label>
          {modes.map((each) => (
            <Radio key={each} value={each}>
              <Radio.Content>
                <Radio.Control>
                  <Radio.Indicator />
                </Radio.Control>
                {modeWords[each].name}
              </Radio.Content>
              <Description>{modeWords[each].sentence}</Description>
            </Radio>
          ))}
        </RadioGroup>
        {mode === "off" ? null : (
          <TextInput
            label="The shop's address"
            hint="Where the shop takes notifications, in full: https://shop.example.com/mypos/notify. Only addresses of the public internet."
            value={url}
            onChange={setUrl}
            maxLength={2_000}
            problem={problem}
            isRequired
          />
        )}
        <Button type="submit" size="sm" isPending={isPending} isDisabled={!isChanged}>
          Save the forwarding
        </Button>
      </form>
    </details>
  );
}
