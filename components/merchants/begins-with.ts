/**
 * About as the server searches merchants, for results of an earlier text: each word typed begins the slug or a word of the
 * name.
 */
export function beginsWith({ slug, name }: { slug: string; name: string }, text: string): boolean {
  const own = ` ${slug} ${name.toLowerCase()}`;
  const words = text.toLowerCase().split(" ");
  return words.every((word) => own.includes(` ${word}`));
}
