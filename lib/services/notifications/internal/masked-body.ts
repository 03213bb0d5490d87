import { parseForm } from "#lib/notifications/verification/form.ts";
import { toReadablePairs } from "#lib/notifications/verification/readable-pairs.ts";
import type { Verdict } from "#lib/notifications/verification/verify.ts";
import type { Mask } from "#lib/privacy/mask.ts";

const ampersand = 0x26;
const equals = 0x3d;

/**
 * The received bytes with personal values and card numbers replaced. Empty when there are more pairs than are parsed, since
 * personal values cannot be recognised then. Long unverified text is truncated.
 */
export function maskBody(body: Uint8Array, { verdict, mask }: { verdict: Verdict; mask: Mask }): Buffer {
  const received = parseForm(body);
  if (!received) return Buffer.alloc(0);
  const pairs = toReadablePairs(received, verdict);
  let at = 0;
  const pieces = splitPieces(Buffer.from(body)).map((piece) => {
    const index = piece.length > 0 ? at++ : -1;
    const pair = pairs[index];
    if (!pair) return piece;
    const shown = mask(pair.nameText, pair.valueText);
    const isCut = pair !== received[index];
    if (isCut) return Buffer.from(`${encodeURIComponent(pair.nameText)}=${encodeURIComponent(shown.value)}`);
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
