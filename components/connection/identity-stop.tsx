import { useTranslations } from "next-intl";
import { useSay } from "#components/language/say.ts";
import { Notice } from "#components/ui/notice.tsx";
import { Timestamp } from "#components/ui/timestamp.tsx";
import type { Identity } from "./identity-state.ts";

type Props = {
  half: "token" | "session";
  identity: Identity;
  /** The buttons that resume it stand below: nothing is said of others who can. */
  isOwn?: boolean;
};

/** Why automatic sign-in is stopped, since when, and who can resume it. */
export function IdentityStop({ half, identity, isOwn = false }: Props) {
  const t = useTranslations("connection.stop");
  const say = useSay();
  const { stop, lastError, lastErrorDetails } = identity;
  if (!stop) return null;
  // When this pair is not the cause, its last error is unrelated.
  const isShared = stop.scope === "integration";
  return (
    <Notice
      status="danger"
      className="mb-3"
      title={isShared || lastError === null ? t("shared") : say({ message: lastError, ...lastErrorDetails })}
    >
      <span className="block">{t.rich("since", { time: () => <Timestamp at={stop.at} precision="row" /> })}</span>
      {isOwn ? null : <span className="block">{t(releasedBy(half, stop))}</span>}
    </Notice>
  );
}

function releasedBy(half: "token" | "session", { release }: NonNullable<Identity["stop"]>) {
  if (release === "reset") return "releasedByReset";
  return half === "token" || release === "proven_try" ? "releasedByAll" : "released";
}
