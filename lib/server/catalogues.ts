import "server-only";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { createTranslator } from "next-intl";
import { type CompiledTexts, compileMessages } from "#lib/core/compile-messages.ts";
import type { Language } from "#lib/core/languages.ts";
import type { StateTexts } from "#lib/core/record-sentence.ts";

type Catalogue = Parameters<typeof compileMessages>[0];

const folder = path.join(process.cwd(), "messages");
const kept = new Map<string, Promise<unknown>>();

/** All texts of a language, one namespace for each file of `messages/<language>/`. */
function readCatalogue(language: Language): Promise<Catalogue> {
  return once(`catalogue ${language}`, async () => {
    const names = (await readdir(path.join(folder, language))).filter((name) => name.endsWith(".json"));
    const entries = names.map(async (name) => [path.basename(name, ".json"), await readJson(language, name)] as const);
    return Object.fromEntries(await Promise.all(entries));
  });
}

/** The same as pages get them; React sends them only as plain objects, which a clone consists of. */
export function readCompiledCatalogue(language: Language): Promise<CompiledTexts> {
  return once(`compiled ${language}`, async () => structuredClone(compileMessages(await readCatalogue(language))));
}

/** The texts of the states in English, for files that leave the house. */
export async function readStateTexts(): Promise<StateTexts> {
  const { states } = await readCatalogue("en");
  return createTranslator({ locale: "en-GB", messages: states as Record<string, unknown> }) as StateTexts;
}

async function readJson(...names: string[]): Promise<Catalogue> {
  return JSON.parse(await readFile(path.join(folder, ...names), "utf8"));
}

/** Cached, except in development, where the files change. */
function once<Value>(key: string, read: () => Promise<Value>): Promise<Value> {
  const known = process.env.NODE_ENV === "development" ? undefined : kept.get(key);
  if (known) return known as Promise<Value>;
  const reading = read();
  kept.set(key, reading);
  reading.catch(() => kept.delete(key));
  return reading;
}
