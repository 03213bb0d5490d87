import { ProgressBar } from "@heroui/react";

export function ReadingBar({ label }: { label: string }) {
  return (
    <ProgressBar isIndeterminate aria-label={label} size="sm">
      <ProgressBar.Track>
        <ProgressBar.Fill />
      </ProgressBar.Track>
    </ProgressBar>
  );
}
