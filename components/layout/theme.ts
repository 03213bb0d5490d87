export const themes = [
  { key: "system", label: "As the system" },
  { key: "light", label: "Light" },
  { key: "dark", label: "Dark" },
  { key: "contrast-light", label: "High contrast, light" },
  { key: "contrast-dark", label: "High contrast, dark" },
] as const;
export type Theme = (typeof themes)[number]["key"];

/** What this browser keeps; `system` where nothing was chosen. */
export function readTheme(): Theme {
  const kept = localStorage.getItem("theme");
  return themes.find(({ key }) => key === kept)?.key ?? "system";
}

/** Kept in this browser; `public/theme.js` reads it before the first paint and hears the event. */
export function chooseTheme(theme: Theme): void {
  if (theme === "system") localStorage.removeItem("theme");
  else localStorage.setItem("theme", theme);
  dispatchEvent(new Event("themechange"));
}
