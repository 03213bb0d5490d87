import { parseForm } from "../../notify/form.ts";
import type { Mask } from "../../notify/mask.ts";

const ampersand = 0x26;
const equals = 0x3d;

/**
 * The received bytes with personal values and card numbers replaced, everything else as it was sent. Empty when there
 * are more pairs than are read: then nothing says what is personal.
 */
export function maskBody(body: Uint8Array, mask: Mask): Buffer {
  const pairs = parseForm(body);
  if (!pairs) return Buffer.alloc(0);
  let at = 0;
  const pieces = splitPieces(Buffer.from(body)).map((piece) => {
    const pair = piece.length > 0 ? pairs[at++] : undefined;
    if (!pair) return piece;
    const shown = mask(pair.nameText, pair.valueText);
    if (!shown.masked) return piece;
    return Buffer.concat([piece.subarray(0, piece.indexOf(equals) + 1), Buffer.from(shown.value)]);
  });
  return joinPieces(pieces);
}

function splitPieces(body: Buffer): Buffer[] {
  const pieces: Buffer[] = [];
  let start = 0;
  for (let end = body.indexOf(ampersand); end >= 0; end = body.indexOf(ampersand, start)) {
    pieces.push(body.subarray(start, end));
    start = end + 1;
  }
  return [...pieces, body.subarray(start)];
}

function joinPieces(pieces: readonly Buffer[]): Buffer {
  const mark = Buffer.from([ampersand]);
  return Buffer.concat(pieces.flatMap((piece, index) => (index === 0 ? [piece] : [mark, piece])));
}
