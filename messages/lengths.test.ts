import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { formatText, readLanguage } from "./support/catalogue.ts";

/** The most words of an English text, by what its key says it is; the first rule that fits counts. */
const rules: readonly (readonly [most: number, keys: RegExp])[] = [
  [15, /\.(?:hint|\w+Hint)$|\.hints\./],
  [40, /\.(?:open\.\w+|members\.about|merchants\.change|pasted\.read)$/],
  [
    4,
    /\.(?:button|action|save|make|confirm|run|cancel|keep|leave|send|delete|edit|change|compare|skip|again|download|clear|clearAll|resolve|acknowledge|signOut|signIn|join|setUp|giveUp|store|tryOut|doIt|putBack|putAllBack|look|print|copy|withdraw|widen|remove|takeAgain|reset|takeBack|stop)$|\.(?:actions|next)\./,
  ],
  [3, /\.(?:labels|columns|fields|facts)\./],
  [25, /\.(?:band|awayText|stale)$|\.attention\.kinds\.|\.partial\.|\.refund\.reasons\./],
  [40, /./],
];

/** Longer on purpose: a shorter text would leave out what the reader must know. */
const exceptions = new Set([
  // Names what is destroyed, as every destructive button does.
  ...["payments.acts.not-processed.confirm", "staff.rights.save"],
  // A label that also says which form is asked for, where the field has no room for a hint.
  ...["connection.fields.slug", "connection.fields.sid", "filters.labels.card"],
  // The fields of a notification as the gateway defines them.
  ...["notifications.fields.requestdatetime", "notifications.fields.pan"],
  // What can be pasted, and the syntax of a patch.
  ...["endpoints.certificates.add.hint", "payments.members.hint", "transactions.fees.hint"],
]);

const texts = [...readLanguage("en")].filter(([key]) => !key.startsWith("states.sentence."));

test("buttons, labels, hints, banners and explanations are as short as the style guide asks for", () => {
  expect(texts.length).toBeGreaterThan(1_500);
  expect(texts.filter((entry) => isTooLong(...entry)).map(([key]) => key)).toEqual(
    texts.map(([key]) => key).filter((key) => exceptions.has(key)),
  );
});

test("toasts have at most eight words", () => {
  const toasts = new Set(globSync("components/**/*.{ts,tsx}").flatMap((file) => findToasts(readFileSync(file, "utf8"))));
  const shown = texts.filter(([key]) => toasts.has(key));
  expect(shown.length).toBeGreaterThan(30);
  const tooLong = shown.filter(([key, text]) => countWords(key, text) > toastWordsMax);
  expect(tooLong.map(([key]) => key)).toEqual([]);
});

const toastWordsMax = 8;

/** The keys that stand in a file's calls for toasts, such as `toast.success(t("key"))`, below each namespace of the file. */
function findToasts(source: string): string[] {
  const namespaces = [...source.matchAll(/useTranslations\((?:"([\w.-]+)")?\)/g)].map(([, namespace]) => namespace);
  const calls = [...source.matchAll(/\b(?:toast(?:\.\w+)?|showUndo)\((.*)/g)];
  const keys = calls.flatMap(([, call = ""]) => [...call.matchAll(/"([\w.-]+)"/g)].map(([, key]) => key));
  return namespaces.flatMap((namespace) => keys.map((key) => [namespace, key].filter(Boolean).join(".")));
}

function isTooLong(key: string, text: string): boolean {
  return countWords(key, text) > (rules.find(([, keys]) => keys.test(key))?.[0] ?? 0);
}

function countWords(key: string, text: string): number {
  const words = formatText("en", text, () => expect.fail(key)).split(/\s+/u);
  return words.filter((word) => /\w/u.test(word)).length;
}
