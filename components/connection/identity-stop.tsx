import { useTranslations } from "next-intl";
import { useSentence } from "#components/language/sentences.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Timestamp } from "#components/ui/timestamp.tsx";
import type { Identity } from "./identity-state.ts";

/** Why automatic sign-in is stopped, since when, and who can resume it. */
export function IdentityStop({ half, identity }: { half: "token" | "session"; identity: Identity }) {
  const t = useTranslations("connection.stop");
  const say = useSentence();
  const { stop, lastError } = identity;
  if (!stop) return null;
  // When this pair is not the cause, its last error is unrelated.
  const isShared = stop.scope === "integration";
  return (
    <Notice status="danger" className="mb-3" title={isShared || lastError === null ? t("shared") : say(lastError)}>
      <span className="block">{t.rich("since", { time: () => <Timestamp at={stop.at} /> })}</span>
      <span className="block">{t(releasedBy(half, stop))}</span>
    </Notice>
  );
}

function releasedBy(half: "token" | "session", { release }: NonNullable<Identity["stop"]>) {
  if (release === "reset") return "releasedByReset";
  return half === "token" || release === "proven_try" ? "releasedByAll" : "released";
}
