"use client";

import { Alert, Button } from "@heroui/react";
import { CopyButton } from "#components/ui/copy-button.tsx";

/** Shown once. Each lets its person in a single time without the app. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  return (
    <Alert status="warning">
      <Alert.Indicator />
      <Alert.Content>
        <Alert.Title>Keep these recovery codes; they are not shown again</Alert.Title>
        <Alert.Description>
          <ul className="grid grid-cols-1 gap-x-6 py-2 sm:grid-cols-2">
            {codes.map((code) => (
              <li key={code} className="reference">
                {code}
              </li>
            ))}
          </ul>
          <span className="flex items-center gap-2">
            <CopyButton text={codes.join("\n")} label="Recovery codes" />
            <Button size="sm" variant="secondary" onPress={onDone}>
              I have kept them
            </Button>
          </span>
        </Alert.Description>
      </Alert.Content>
    </Alert>
  );
}
