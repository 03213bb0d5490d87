import type { ScreenState } from "#lib/core/screen-states.ts";
import { AwayNotice } from "../live/away-notice.tsx";
import { ScreenStateStrip } from "../scenarios/screen-state-strip.tsx";

/** Above every page: that the desk is away, and that what is seen is a state shown on purpose. */
export function AppNotices({ shownAs }: { shownAs: ScreenState | undefined }) {
  return (
    <div className="sticky top-(--header-height) z-10 print:hidden">
      <AwayNotice />
      {shownAs ? <ScreenStateStrip state={shownAs} /> : null}
    </div>
  );
}
