// Runs before the first paint, so that a dark screen never flashes white and a collapsed navigation does not jump. The choices
// are kept by components/ui/theme.ts and components/layout/use-narrow-navigation.ts.
(() => {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const contrast = matchMedia("(prefers-contrast: more)");
  const forced = matchMedia("(forced-colors: active)");
  const paper = matchMedia("print");
  const apply = () => {
    const [, chosenContrast, chosen] = /^(contrast-)?(light|dark)$/.exec(localStorage.getItem("theme") ?? "") ?? [];
    const isDark = chosen === undefined ? dark.matches : chosen === "dark";
    const isHighContrast = chosen === undefined ? contrast.matches : chosenContrast !== undefined;
    const { dataset } = document.documentElement;
    dataset.theme = isDark && !paper.matches ? "dark" : "light";
    if (isHighContrast || forced.matches) dataset.contrast = "more";
    else delete dataset.contrast;
  };
  apply();
  if (localStorage.getItem("navigation") === "narrow") document.documentElement.dataset.navigation = "narrow";
  for (const query of [dark, contrast, forced, paper]) query.addEventListener("change", apply);
  for (const event of ["themechange", "storage", "beforeprint", "afterprint"]) addEventListener(event, apply);
})();
