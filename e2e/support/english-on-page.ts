import { readdirSync, readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { shopRefusedAnswer, unavailableAnswer } from "#lib/notifications/receive/responses.ts";

type Words = { [key: string]: string | Words };

/** Shorter words may mean something in another language, or be part of what a merchant sells. */
const lettersMin = 4;
/** Minimum words of a sentence's part between placeholders. */
const pieceWordsMin = 3;
/** Words that occur only in English sentences; they reveal texts that are missing in the catalogues. */
const englishOnly = /(?:^|\s)(?:the|and|with|this|that|from|not|of|are|is|by|for|you|your)(?=\s|$)/i;

/** Finds English texts on a page although `code` has a translation; ignores data. */
export function englishFinder(code: string): (page: Page) => Promise<string[]> {
  const { whole, pieces } = readEnglish(code);
  return async (page) => {
    const texts = await readTexts(page);
    return texts.filter((text) => whole.has(text) || englishOnly.test(text) || pieces.some((piece) => text.includes(piece)));
  };
}

/** English texts that equal no text of the other language. */
function readEnglish(code: string): { whole: Set<string>; pieces: string[] } {
  const reasonsOf = (language: string) => Object.values<string>(readJson(`reasons/${language}.json`));
  const own = new Set([...readCatalogue(code), ...reasonsOf(code)]);
  const english = [...readCatalogue("en"), ...reasonsOf("en")].filter((text) => !own.has(text));
  const ownText = [...own].join("\n");
  const pieces = english
    .filter((text) => /[{<]/.test(text))
    .flatMap((text) => text.split(/[{}<>#]/))
    .filter((piece) => piece.trim().split(/\s+/).length >= pieceWordsMin && !/, (?:plural|select|number)/.test(piece))
    .filter((piece) => !ownText.includes(piece));
  const whole = english.filter((text) => !/[{<]/.test(text) && text.replace(/\P{L}/gu, "").length >= lettersMin);
  return { whole: new Set(whole), pieces };
}

function readCatalogue(code: string): string[] {
  return readdirSync(`messages/${code}`).flatMap((name) => flatten(readJson(`${code}/${name}`)));
}

function readJson(name: string) {
  return JSON.parse(readFileSync(`messages/${name}`, "utf8"));
}

function flatten(words: Words): string[] {
  return Object.values(words).flatMap((value) => (typeof value === "string" ? [value] : flatten(value)));
}

/** Visible and announced texts, without duplicates; excludes references, raw values and names of other languages. */
async function readTexts(page: Page): Promise<string[]> {
  const read = await page.evaluate(() => {
    // The values of a field list come from the gateway.
    const apart = "script, style, code, pre, .reference, body [lang], next-route-announcer, dl[aria-label] dd";
    const spoken = ["aria-label", "aria-description", "aria-valuetext", "title", "placeholder", "alt"];
    const found: string[] = [document.title];
    for (const element of document.querySelectorAll("body *")) {
      // The options of a closed list have no layout box.
      if (element.closest(apart) || !(element.closest("select") ?? element).checkVisibility()) continue;
      // A field's title is its name in the wire format.
      if (element.tagName !== "DT") found.push(...spoken.map((name) => element.getAttribute(name) ?? ""));
      for (const { nodeType, nodeValue } of element.childNodes) if (nodeType === Node.TEXT_NODE) found.push(nodeValue ?? "");
    }
    return found;
  });
  // The response to the sender is shown as it was sent.
  const sent = [shopRefusedAnswer.body, unavailableAnswer.body];
  return [...new Set(read.map((text) => sent.reduce((rest, body) => rest.replace(body, ""), text).trim()))];
}
