export const themes = [
  { key: "system", label: "Theme of the system" },
  { key: "light", label: "Light theme" },
  { key: "dark", label: "Dark theme" },
] as const;
export type Theme = (typeof themes)[number]["key"];

/** Kept in this browser; `public/theme.js` reads it before the first paint and hears the event. */
export function chooseTheme(theme: Theme): void {
  if (theme === "system") localStorage.removeItem("theme");
  else localStorage.setItem("theme", theme);
  dispatchEvent(new Event("themechange"));
}
