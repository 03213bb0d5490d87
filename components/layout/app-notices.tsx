import type { ScreenState } from "#lib/core/screen-states.ts";
import { AwayNotice } from "../live/away-notice.tsx";
import { ScreenStateStrip } from "../scenarios/screen-state-strip.tsx";

/** Notices above every page: the server is unreachable, or the sandbox plays a screen state. */
export function AppNotices({ shownAs }: { shownAs: ScreenState | undefined }) {
  return (
    <div className="sticky top-(--header-height) z-10 print:hidden">
      <AwayNotice />
      {shownAs ? <ScreenStateStrip state={shownAs} /> : null}
    </div>
  );
}
