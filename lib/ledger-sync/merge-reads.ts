import { dayMs, dayNumberAt, subtractRanges, toDayNumber, toDayText } from "#lib/core/days.ts";
import type { LedgerRead } from "#lib/db/ledger-sync/ledger-reads.ts";
import { unchangedAfterDays } from "./day-ranges.ts";

type Piece = { from: number; to: number; read: LedgerRead };

/** Readings younger than this may count as fresh for days that are not final. */
const freshMsMax = dayMs;

/**
 * As few readings as answer each question about the days as before, from `nowMs` on: what is unread, fresh, complete or
 * incomplete. Only of final days the time may be another: a merged reading has the time of the last one in it, of the same
 * month. All readings are of one zone.
 */
export function mergeReads(reads: readonly LedgerRead[], { nowMs, zone }: { nowMs: number; zone: string }): LedgerRead[] {
  const pieces = withoutReplaced(reads);
  const incomplete = pieces.filter(({ read }) => !read.isComplete);
  const isFinal = ({ to, read }: Piece) => to <= dayNumberAt(read.readAt.getTime(), zone) - unchangedAfterDays;
  const isOld = ({ read }: Piece) => nowMs - read.readAt.getTime() >= freshMsMax;
  // With a later time it would hide an incomplete reading of its days.
  const isInDoubt = ({ from, to, read }: Piece) =>
    read.isComplete && incomplete.some((other) => other.from <= to && from <= other.to);
  const mergeable = pieces.filter((piece) => isFinal(piece) && isOld(piece) && !isInDoubt(piece));
  const others = pieces.filter((piece) => !mergeable.includes(piece));
  return [...others, ...joinNeighbours(mergeable)].map(toRead);
}

/** The days that a later reading of the same kind has replaced are cut away; a complete one also replaces incomplete ones. */
function withoutReplaced(reads: readonly LedgerRead[]): Piece[] {
  // Of equal times incomplete ones are first: none replaces another.
  const newestFirst = reads.toSorted(
    (left, right) => right.readAt.getTime() - left.readAt.getTime() || Number(left.isComplete) - Number(right.isComplete),
  );
  const kept: Piece[] = [];
  for (const read of newestFirst) {
    const replacing = kept.filter((later) => later.read.isComplete || !read.isComplete);
    const days = { from: toDayNumber(read.fromDay), to: toDayNumber(read.toDay) };
    kept.push(...subtractRanges(days, replacing).map((range) => ({ ...range, read })));
  }
  return kept;
}

function joinNeighbours(pieces: readonly Piece[]): Piece[] {
  const joined: Piece[] = [];
  for (const piece of pieces.toSorted((left, right) => kindOf(left) - kindOf(right) || left.from - right.from)) {
    const last = joined.at(-1);
    if (last && areJoinable(last, piece)) joined[joined.length - 1] = join(last, piece);
    else joined.push(piece);
  }
  return joined;
}

function kindOf({ read }: Piece): number {
  return Number(read.isComplete);
}

function areJoinable(left: Piece, right: Piece): boolean {
  return kindOf(left) === kindOf(right) && left.to + 1 === right.from && monthOf(left) === monthOf(right);
}

/** The months are fixed, so that repeated merging carries no reading further ahead. */
function monthOf({ read }: Piece): string {
  return read.readAt.toISOString().slice(0, 7);
}

function join(left: Piece, right: Piece): Piece {
  return { from: left.from, to: right.to, read: left.read.readAt > right.read.readAt ? left.read : right.read };
}

function toRead({ from, to, read }: Piece): LedgerRead {
  return { ...read, fromDay: toDayText(from), toDay: toDayText(to) };
}
