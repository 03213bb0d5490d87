import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";

type Options = {
  only?: "colours";
  isHighContrast?: boolean;
  /** What stands around every page has been looked at on another. */
  within?: string | undefined;
};

/** What axe finds, each as one line. High contrast is held to seven to one. */
export async function findBarriers(page: Page, { only, isHighContrast = false, within }: Options = {}): Promise<string[]> {
  const axe = new AxeBuilder({ page }).setLegacyMode().exclude("[data-live-announcer]");
  if (within !== undefined) axe.include(within);
  // Of a long list a few rows show the colours of all.
  if (only === "colours") axe.exclude("[role='row']:nth-child(n+7)").exclude("tr:nth-child(n+7)");
  const contrast = isHighContrast ? "color-contrast-enhanced" : "color-contrast";
  if (only === "colours") axe.options({ resultTypes: ["violations"], runOnly: [contrast, "link-in-text-block"] });
  else axe.options({ resultTypes: ["violations"], rules: { "target-size": { enabled: true }, [contrast]: { enabled: true } } });
  const { violations } = await axe.analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(" | ")}`);
}
