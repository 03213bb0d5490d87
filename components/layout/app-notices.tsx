import type { ScreenState } from "#lib/core/screen-states.ts";
import { SignInStopNotice } from "../connection/sign-in-stop-notice.tsx";
import { AwayNotice } from "../live/away-notice.tsx";
import { RestoreNotice } from "../restore/restore-notice.tsx";
import { ScreenStateStrip } from "../scenarios/screen-state-strip.tsx";

/** Notices above every page: the server is unreachable, a restore shut payments, sign-in is stopped, or the sandbox plays a screen state. */
export function AppNotices({ environment, shownAs }: { environment: string; shownAs: ScreenState | undefined }) {
  return (
    <div className="sticky top-(--header-height) z-10 print:hidden">
      <AwayNotice />
      <RestoreNotice environment={environment} />
      <SignInStopNotice environment={environment} />
      {shownAs ? <ScreenStateStrip state={shownAs} /> : null}
    </div>
  );
}
