import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";

type Options = {
  only?: "colours";
  isHighContrast?: boolean;
  /** The layout around every page is checked on another page. */
  within?: string | undefined;
};

/** The violations axe finds, each as one line. High contrast requires a ratio of seven to one. */
export async function findBarriers(page: Page, { only, isHighContrast = false, within }: Options = {}): Promise<string[]> {
  const axe = new AxeBuilder({ page }).setLegacyMode().exclude("[data-live-announcer]");
  if (within !== undefined) axe.include(within);
  // A few rows of a long list have the colours of all.
  if (only === "colours") axe.exclude("[role='row']:nth-child(n+7)").exclude("tr:nth-child(n+7)");
  const contrast = isHighContrast ? "color-contrast-enhanced" : "color-contrast";
  if (only === "colours") axe.options({ resultTypes: ["violations"], runOnly: [contrast, "link-in-text-block"] });
  else axe.options({ resultTypes: ["violations"], rules: { "target-size": { enabled: true }, [contrast]: { enabled: true } } });
  const { violations } = await axe.analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(" | ")}`);
}
