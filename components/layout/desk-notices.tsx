import { AwayNotice } from "#components/live/away-notice.tsx";
import { ScreenStateStrip } from "#components/scenarios/screen-state-strip.tsx";
import type { ScreenState } from "#lib/core/screen-states.ts";

/** Above every page: that the desk is away, and that what is seen is a state shown on purpose. */
export function DeskNotices({ shownAs }: { shownAs: ScreenState | undefined }) {
  return (
    <div className="sticky top-(--header-height) z-10 print:hidden">
      <AwayNotice />
      {shownAs ? <ScreenStateStrip state={shownAs} /> : null}
    </div>
  );
}
