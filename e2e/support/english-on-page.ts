import { readdirSync, readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { shopRefusedAnswer } from "#lib/notifications/receive/responses.ts";

type Words = { [key: string]: string | Words };

/** Shorter words may mean something in another language, or be part of what a merchant sells. */
const lettersMin = 4;
/** A piece of a sentence with holes says enough when it has so many words. */
const pieceWordsMin = 3;
/** Words that only an English sentence has; a text nobody put into the catalogues shows by them. */
const englishOnly = /(?:^|\s)(?:the|and|with|this|that|from|not|of|are|is|by|for|you|your)(?=\s|$)/i;

/** Finds what a page says in English although `code` has other words for it; data is left out. */
export function englishFinder(code: string): (page: Page) => Promise<string[]> {
  const { whole, pieces } = readEnglish(code);
  return async (page) => {
    const texts = await readTexts(page);
    return texts.filter((text) => whole.has(text) || englishOnly.test(text) || pieces.some((piece) => text.includes(piece)));
  };
}

/** English texts that are no text of the other language under any key. */
function readEnglish(code: string): { whole: Set<string>; pieces: string[] } {
  const sentences = Object.entries<string>(readJson(`sentences/${code}.json`));
  const own = new Set([...readCatalogue(code), ...sentences.map(([, words]) => words)]);
  const english = [...readCatalogue("en"), ...sentences.map(([sentence]) => sentence)].filter((text) => !own.has(text));
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

/** What can be seen or heard, each once; without references, raw values and names of other languages. */
async function readTexts(page: Page): Promise<string[]> {
  const read = await page.evaluate(() => {
    // What a labelled list of fields holds is the gateway's own.
    const apart = "script, style, code, pre, .reference, body [lang], next-route-announcer, dl[aria-label] dd";
    const spoken = ["aria-label", "aria-description", "aria-valuetext", "title", "placeholder", "alt"];
    const found: string[] = [document.title];
    for (const element of document.querySelectorAll("body *")) {
      // The options of a closed list have no box of their own.
      if (element.closest(apart) || !(element.closest("select") ?? element).checkVisibility()) continue;
      // A field's title is its name on the wire.
      if (element.tagName !== "DT") found.push(...spoken.map((name) => element.getAttribute(name) ?? ""));
      for (const { nodeType, nodeValue } of element.childNodes) if (nodeType === Node.TEXT_NODE) found.push(nodeValue ?? "");
    }
    return found;
  });
  // What the sender was answered stands there as it was sent.
  return [...new Set(read.map((text) => text.replace(String(shopRefusedAnswer.body), "").trim()))];
}
