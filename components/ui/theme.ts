export const themes = ["system", "light", "dark", "contrast-light", "contrast-dark"] as const;
export type Theme = (typeof themes)[number];

/** The stored theme; `system` by default. */
export function readTheme(): Theme {
  const stored = localStorage.getItem("theme");
  return themes.find((theme) => theme === stored) ?? "system";
}

/** Stores the theme in this browser; `public/theme.js` reads it before the first paint and listens to the event. */
export function chooseTheme(theme: Theme): void {
  if (theme === "system") localStorage.removeItem("theme");
  else localStorage.setItem("theme", theme);
  dispatchEvent(new Event("themechange"));
}
