import { signInAsAdmin } from "../../support/ready-app.ts";
import { type Criterion, highest, lowest } from "./criterion.ts";
import { type ListLayout, readListLayout } from "./in-page.ts";
import { type Screens, surveyedOnce } from "./screens.ts";
import { listsOf } from "./survey-lists.ts";

/** The lists while they are shown to a merchant on a shared screen, in larger type. */
export const presentationCriteria: readonly Criterion[] = [
  {
    id: "L1",
    what: "first row of a list in presentation mode at 1440 and 1280",
    most: 300,
    unit: "px",
    measure: async (screens) => highest(await survey(screens), ({ firstRowPx }) => firstRowPx),
  },
  {
    id: "L2",
    what: "rows of a list in view in presentation mode at 1440 and 1280",
    least: 10,
    measure: async (screens) => lowest(await survey(screens), ({ rows }) => rows),
  },
];

const sizes = [
  [1440, 900],
  [1280, 800],
] as const;

/** In a session of its own: presentation mode holds for all windows of a session. */
const survey = surveyedOnce(async (screens: Screens): Promise<(ListLayout & { place: string })[]> => {
  const { app, withPage } = screens;
  const cookie = await signInAsAdmin(app.origin, app.dataDir);
  const answer = await fetch(`${app.origin}/api/session/presentation`, {
    method: "POST",
    headers: { cookie, origin: app.origin, "content-type": "application/json" },
    body: JSON.stringify({ on: true }),
  });
  if (!answer.ok) throw new Error(`Presentation mode answered ${answer.status}.`);
  const found: (ListLayout & { place: string })[] = [];
  for (const { name, path } of await listsOf(screens)) {
    for (const [width, height] of sizes) {
      const layout = await withPage({ path, width, height, cookie }, readListLayout);
      found.push({ ...layout, place: `${name}, ${width} px` });
    }
  }
  return found;
});
