/** Texts that are slow to search, mask or match: long repetitions of a few characters. */
export const hostileAlphabets = {
  tokens: ["eyJ-", "eyJhbGciOiJIUzI1.", "eyJ", "Bearer "],
  stars: ["*", "• ", "**** ", "1234*"],
  emails: ["a", "a@", "@", "a.b@c."],
  digits: ["4", "4111 1111 1111 1111 ", "0-", "+359 "],
  percents: ["%", "%2", "%25", "%40"],
} as const;

export type HostileAlphabet = keyof typeof hostileAlphabets;

/** The positions of the text in the message; the last two are many short values, which are not truncated. */
const shapes: readonly ((text: (length: number) => string, size: number) => string)[] = [
  (text, size) => `A=${text(size)}`,
  (text, size) => `OrderID=${text(size)}`,
  (text, size) => `${text(size)}=1`,
  (text, size) => pairs(text, { size, names: (index) => `F${index}` }),
  (text, size) => pairs(text, { size, names: (index) => `CustomerName${index}` }),
];

const pairsMade = 240;

/** A forged body of exactly `size` bytes; each number gives a different one. */
export function hostileBody(alphabet: HostileAlphabet, number: number, size = 65_536): Buffer {
  const words = hostileAlphabets[alphabet];
  const word = words[number % words.length] ?? "";
  const shape = shapes[Math.floor(number / words.length) % shapes.length];
  const head = `IPCmethod=IPCPurchaseNotify&N=${number}&`;
  const repeat = (length: number) => word.repeat(Math.ceil(length / word.length)).slice(0, length);
  const body = Buffer.from(`${head}${shape?.(repeat, size) ?? ""}`);
  return body.subarray(0, size);
}

type Pairs = { size: number; names: (index: number) => string };

function pairs(text: (length: number) => string, { size, names }: Pairs): string {
  return Array.from({ length: pairsMade }, (_, index) => `${names(index)}=${text(Math.ceil(size / pairsMade))}`).join("&");
}
