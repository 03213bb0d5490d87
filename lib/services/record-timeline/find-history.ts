import type { NoteSubjectName } from "#lib/contract/note.ts";
import { givenName } from "#lib/core/given-name.ts";
import { type ForwardRow, listForwardsOf } from "#lib/db/forwarding/forward-list.ts";
import { listNotesAbout } from "#lib/db/settings/notes.ts";
import { readNames } from "#lib/db/staff/person-names.ts";
import { serviceText } from "#lib/services/texts.ts";
import type { ServiceContext } from "../context.ts";
import { toNote } from "../notes/to-note.ts";
import type { Entry } from "./entries.ts";

/** The records that one page is about: the keys of notes, and the notifications that were forwarded. */
export type HistoryOf = { merchantId: string } & Partial<Record<NoteSubjectName, readonly string[]>>;

const textMax = 120;

/** What became of a record's notifications at the shop's system, and what staff wrote down: two statements for any number. */
export async function findHistory(ctx: ServiceContext, { merchantId, ...subjects }: HistoryOf): Promise<Entry[]> {
  const [forwards, notes] = await Promise.all([
    listForwardsOf(ctx.db, { merchantId, ids: subjects.notification ?? [] }),
    listNotesAbout(ctx.db, { merchantId, subjects }),
  ]);
  const nameOf = notes.length > 0 ? await readNames(ctx) : undefined;
  const written = notes.flatMap((row): Entry[] => {
    if (!nameOf) return [];
    const { author, text } = toNote(ctx, row, nameOf);
    const values = { actor: givenName(author), text: shorten(text) };
    return [{ at: row.createdAt, text: serviceText("timeline_note", values), tone: "active" }];
  });
  return [...forwards.map(ofForward), ...written];
}

/** The page has the whole note beside it. */
function shorten(text: string): string {
  const line = text.replaceAll(/\s+/g, " ");
  return line.length > textMax ? `${line.slice(0, textMax).toWellFormed()}…` : line;
}

/** What the shop answered is not told, only its status: it may hold a customer's data. */
function ofForward({ state, attempts, tries, queuedAt, triedAt, settledAt }: ForwardRow): Entry {
  // What is queued again was tried in an earlier round.
  const isTried = attempts > 0;
  const at = settledAt ?? (isTried ? triedAt : null) ?? queuedAt;
  const reason = isTried ? tries.at(-1)?.problem : null;
  if (state === "held") return { at, text: serviceText("timeline_forward_held"), tone: "warning" };
  if (state === "delivered") return { at, text: serviceText("timeline_forward_delivered", { attempts }), tone: "success" };
  if (!reason) return { at, text: serviceText(`timeline_forward_${state}`, { attempts }), tone: tones[state] };
  return { at, text: serviceText(`timeline_forward_${state}_because`, { attempts, reason }), tone: tones[state] };
}

const tones = { pending: "warning", refused: "danger", dead: "danger" } as const;
