import { StatusMark, type Tone } from "#components/ui/status-mark.tsx";
import type { Notified } from "#lib/contract/transaction.ts";
import { attemptWords } from "./notification-words.ts";

const words: Record<Notified["state"], { tone: Tone; text: string }> = {
  notified: { tone: "success", text: "Notified" },
  mismatch: { tone: "danger", text: "Notified with another amount" },
  not_notified: { tone: "warning", text: "Not notified" },
  not_applicable: { tone: "neutral", text: "Not applicable" },
};

/** Whether a sale was told to URL_Notify; where its payment came to something else than paid, that instead of it. */
export function NotifiedMark({ notified: { state, attempt } }: { notified: Notified }) {
  const { tone, text } = words[state];
  if (state !== "notified" || attempt === null || attempt === "paid") return <StatusMark tone={tone}>{text}</StatusMark>;
  const outcome = attemptWords[attempt];
  return <StatusMark tone={outcome.tone}>{`${text}, ${outcome.text.toLowerCase()}`}</StatusMark>;
}
