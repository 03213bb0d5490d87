import { NextIntlClientProvider } from "next-intl";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import alerts from "../../messages/en/alerts.json" with { type: "json" };
import channels from "../../messages/en/channels.json" with { type: "json" };
import { RuleChoice } from "./rule-choice.tsx";
import { SeverityChoice } from "./severity-choice.tsx";

function show(content: ReactNode) {
  const html = renderToStaticMarkup(
    <NextIntlClientProvider locale="en-GB" timeZone="UTC" messages={{ alerts, channels }}>
      {content}
    </NextIntlClientProvider>,
  );
  return { boxes: html.match(/<input [^>]*type="checkbox"[^>]*>/g) ?? [], html };
}

const problem = "Choose at least one.";

for (const [name, choice] of [
  ["severities", <SeverityChoice key="none" value={[]} onChange={() => {}} problem={problem} />],
  ["kinds of alerts", <RuleChoice key="none" value={[]} onChange={() => {}} problem={problem} />],
] as const) {
  test(`without any ${name} each box is marked, and names what is wrong`, () => {
    const { boxes, html } = show(choice);
    const id = new RegExp(`id="([^"]*)"[^>]*>${problem}`).exec(html)?.[1];
    expect(id).toBeDefined();
    const marked = boxes.filter((box) => !box.includes('role="switch"'));
    expect(marked.length).toBeGreaterThan(1);
    for (const box of marked) {
      expect(box).toContain('aria-invalid="true"');
      expect(/aria-describedby="([^"]*)"/.exec(box)?.[1]?.split(" ")).toContain(id);
    }
  });
}

test("with one chosen none is marked", () => {
  const { boxes } = show(<SeverityChoice value={["critical"]} onChange={() => {}} />);
  for (const box of boxes) expect(box).not.toContain("aria-invalid");
});
