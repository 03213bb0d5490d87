const localCharacter = /[\p{L}\p{N}._%+-]/u;
const domainCharacter = /[\p{L}\p{N}.-]/u;
const lastLabel = /\.[\p{L}\p{N}-]+/gu;

/**
 * Replaces each e-mail address. Searches outwards from each "@", so each character is read at most twice; a regular
 * expression would search for an "@" from every letter.
 */
export function replaceEmails(text: string, replacement: string): string {
  let result = "";
  let end = 0;
  for (let index = text.indexOf("@"); index !== -1; index = text.indexOf("@", index + 1)) {
    let start = index;
    while (start > end && localCharacter.test(text.charAt(start - 1))) start--;
    let domainEnd = index + 1;
    while (domainEnd < text.length && domainCharacter.test(text.charAt(domainEnd))) domainEnd++;
    const last = [...text.slice(index + 1, domainEnd).matchAll(lastLabel)].at(-1);
    if (start === index || last === undefined || last.index === 0) continue;
    result += text.slice(end, start) + replacement;
    end = index + 1 + last.index + last[0].length;
  }
  return result + text.slice(end);
}
