import { screenStates } from "#lib/core/screen-states.ts";
import { type AppPage, appPages } from "./app-pages.ts";

export const themes = ["light", "dark", "contrast-light", "contrast-dark"] as const;
export const widths = [1440, 768, 360] as const;
/** The states that the sandbox can play on a page with a list or panels; the first one is the normal page. */
export const states = ["normal", ...screenStates] as const;

export type Theme = (typeof themes)[number];
export type Width = (typeof widths)[number];
export type State = (typeof states)[number];
export type Shot = { page: string; theme: Theme; width: Width; state: State; file: string };
/** Emptied before each gallery, so it has a name that nothing else has. */
export const picturesFolder = "gallery-pictures";

/** One visit to a page in a state; pictures are taken in every theme and width. */
export type Visit = { page: AppPage; state: State; shots: readonly Shot[] };

const keys = ["page", "theme", "width", "state"] as const;
type Key = (typeof keys)[number];
export type Part = ReadonlyMap<Key, ReadonlySet<string>>;

export class PartError extends Error {
  override name = "PartError";
}

/** `page=overview|find,theme=dark`; an empty text selects everything. Throws PartError for unknown values. */
export function parsePart(text: string): Part {
  const known = { page: appPages.map(({ name }) => name), theme: [...themes], width: widths.map(String), state: [...states] };
  const part = new Map<Key, ReadonlySet<string>>();
  for (const word of text.split(",").filter((item) => item !== "")) {
    const [name = "", values = ""] = word.split("=");
    const key = keys.find((item) => item === name);
    if (!key) throw new PartError(`--only knows ${keys.join(", ")}, not "${name}".`);
    const names = values.split("|");
    const strange = names.find((value) => !(known[key] as readonly string[]).includes(value));
    if (strange !== undefined) throw new PartError(`There is no ${key} "${strange}". There are: ${known[key].join(", ")}.`);
    part.set(key, new Set(names));
  }
  return part;
}

/** Every picture of the part, by visits. */
export function planVisits(part: Part): Visit[] {
  const has = (key: Key, value: string) => part.get(key)?.has(value) ?? true;
  return appPages
    .filter(({ name }) => has("page", name))
    .flatMap((page) =>
      states
        .filter((state) => has("state", state) && (state === "normal" || page.hasStates === true))
        .map((state) => ({
          page,
          state,
          shots: themes
            .filter((theme) => has("theme", theme))
            .flatMap((theme) =>
              widths
                .filter((width) => has("width", String(width)))
                .map((width) => ({
                  page: page.name,
                  theme,
                  width,
                  state,
                  file: `${picturesFolder}/${page.name}-${state}-${theme}-${width}.jpg`,
                })),
            ),
        })),
    )
    .filter(({ shots }) => shots.length > 0);
}
