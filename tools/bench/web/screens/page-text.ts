import type { Page } from "@playwright/test";

export type PageText = {
  /** The longest paragraph, hint and banner in words, each with its text. */
  texts: { kind: "paragraph" | "hint" | "banner"; words: number; text: string }[];
  /** What people who are no administrators should not have to read. */
  technical: string[];
  deadButtons: string[];
};

/** The text of a page that is shown before anything is opened. */
export function readText(page: Page): Promise<PageText> {
  return page.evaluate(() => {
    const seen = (element: Element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    const textOf = (element: Element) => (element instanceof HTMLElement ? element.innerText : "").trim().replaceAll(/\s+/g, " ");
    const kinds = [
      ["banner", "main .alert, header + [class*=sticky] > *"],
      ["hint", "main [slot=description], main .description"],
      ["paragraph", "main p"],
    ] as const;
    const texts = kinds.flatMap(([kind, selector]) =>
      [...document.querySelectorAll(selector)]
        .filter((element) => seen(element) && (kind !== "paragraph" || !element.closest(".alert, [slot=description]")))
        .map((element) => ({ kind, text: textOf(element) }))
        .map(({ text, ...item }) => ({ ...item, text, words: text === "" ? 0 : text.split(" ").length })),
    );
    const shown = (document.querySelector("main") as HTMLElement | null)?.innerText ?? "";
    const patterns = [
      /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g,
      /\bnpm (?:run |start|test|ci|install)[\w-]*/g,
      /\bHTTP \d{3}\b|\([1-5]\d\d\)/g,
      /\b(?:SANDBOX|DATABASE|SESSION|VAULT|GATEWAY|PUBLIC|DATA|SYNC|NOTIFY|SMTP|ALERT)_[A-Z_]+\b/g,
    ];
    const technical = patterns.flatMap((pattern) => [...shown.matchAll(pattern)].map(([text]) => text));
    const deadButtons = [...document.querySelectorAll("main :is(.button--primary, .button--danger)")]
      // One that is at work says so.
      .filter(
        (button) => seen(button) && button.matches(":is(:disabled, [aria-disabled=true], [data-disabled]):not([data-pending])"),
      )
      .map(textOf);
    return { texts, technical, deadButtons };
  });
}
