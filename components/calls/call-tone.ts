import type { Tone } from "#components/ui/status-mark.tsx";

/** Of a call's outcome. */
export function callTone({ status }: { status: number | null }): Tone {
  if (status === null || status >= 500) return "danger";
  return status >= 300 ? "warning" : "success";
}
