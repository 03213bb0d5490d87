/** The longest name of a tag. */
export const tagMax = 40;
/** The most tags on one record. */
export const tagsMax = 20;
/** The most records whose tags are changed at once. */
export const taggedMax = 500;

/** As it is kept: without space around it, and with one space where there are several. */
export function toTagName(text: string): string {
  return text
    .normalize("NFC")
    .split(/\s/)
    .filter((part) => part !== "")
    .join(" ");
}

/** What makes two names the same tag. */
export function toTagKey(name: string): string {
  return toTagName(name).toLowerCase();
}
