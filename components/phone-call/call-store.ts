export type CallRecord = {
  environment: string;
  merchant: string;
  kind: "reference" | "id" | "payment" | "notification";
  /** Of `kind`: what its page's address ends with. */
  key: string;
  /** What people call it. */
  name: string;
  href: string;
};
export type PhoneCall = {
  /** Whose call it is: another account in this browser does not see it. */
  staffId: string;
  startedAt: string;
  records: readonly CallRecord[];
  /** The records that were removed, by `recordId`; opening one again adds it again. */
  removed: readonly string[];
  /** The note as edited; null until then. */
  text: string | null;
  /** The records that have their note, by `recordId`. */
  written: readonly string[];
  /** When its last note was written; null while it goes on. */
  endedAt: string | null;
};

const storageKey = "phone-call";
const changed = "phone-call";

/** After this time a call that nobody ended is over. */
const callMaxMs = 12 * 3_600_000;

/** The stored call, as text: all tabs of the browser share it, so that a record opened in a new one is gathered too. */
export function readStoredCall(): string | null {
  return localStorage.getItem(storageKey);
}

export function onCallChange(notify: () => void): () => void {
  // Other tabs tell by `storage`.
  for (const type of [changed, "storage"]) addEventListener(type, notify);
  return () => {
    for (const type of [changed, "storage"]) removeEventListener(type, notify);
  };
}

/** Null removes it, as when somebody signs out. */
export function saveCall(call: PhoneCall | null): void {
  if (call === null) localStorage.removeItem(storageKey);
  else localStorage.setItem(storageKey, JSON.stringify(call));
  dispatchEvent(new Event(changed));
}

export function isOver({ startedAt }: PhoneCall, now: number): boolean {
  return now - Date.parse(startedAt) > callMaxMs;
}

/** Changes the call that goes on now; nothing without one. */
export function changeCall(change: (call: PhoneCall) => PhoneCall): void {
  const call = parseCall(readStoredCall());
  const changed = call && change(call);
  // A tab that writes what it read would undo what another tab writes meanwhile.
  if (changed !== call) saveCall(changed);
}

/** Null for anything that is not a call. */
export function parseCall(text: string | null): PhoneCall | null {
  if (text === null) return null;
  try {
    // A call of an earlier version has no list of removed records.
    const call: unknown = { removed: [], ...JSON.parse(text) };
    return isCall(call) ? call : null;
  } catch {
    return null;
  }
}

export function beginCall(staffId: string, startedAt: string): PhoneCall {
  return { staffId, startedAt, records: [], removed: [], text: null, written: [], endedAt: null };
}

/** Each record once, in the order in which they were opened. */
export function withRecord(call: PhoneCall, record: CallRecord): PhoneCall {
  const id = recordId(record);
  if (call.endedAt !== null || hasRecord(call, id)) return call;
  return { ...call, records: [...call.records, record], removed: call.removed.filter((other) => other !== id) };
}

export function withoutRecord(call: PhoneCall, id: string): PhoneCall {
  return { ...call, records: call.records.filter((record) => recordId(record) !== id), removed: [...call.removed, id] };
}

/** Whether a record was opened and is not in the call, as when two tabs were opened at once and one wrote over the other's. */
export function isLost(call: PhoneCall, id: string): boolean {
  return call.endedAt === null && !call.removed.includes(id) && !hasRecord(call, id);
}

function hasRecord({ records }: PhoneCall, id: string): boolean {
  return records.some((record) => recordId(record) === id);
}

/** The records whose note is still to be written. */
export function openRecords({ records, written }: PhoneCall): readonly CallRecord[] {
  return records.filter((record) => !written.includes(recordId(record)));
}

/** Its note is written; with the last one the call has ended. */
export function withWritten(call: PhoneCall, record: CallRecord, at: string): PhoneCall {
  const changed = { ...call, written: [...call.written, recordId(record)] };
  return { ...changed, endedAt: openRecords(changed).length === 0 ? at : null };
}

export function recordId({ environment, merchant, kind, key }: CallRecord): string {
  return JSON.stringify([environment, merchant, kind, key]);
}

function isCall(value: unknown): value is PhoneCall {
  if (!isObject(value) || !Array.isArray(value.records)) return false;
  const { staffId, startedAt, text, endedAt, written, removed } = value;
  const areTexts = [staffId, startedAt].every(isText) && [text, endedAt].every(isTextOrNull);
  const areIds = [written, removed].every((ids) => Array.isArray(ids) && ids.every(isText));
  return areTexts && areIds && value.records.every(isRecord);
}

const kinds: ReadonlySet<unknown> = new Set(["reference", "id", "payment", "notification"]);

function isRecord(value: unknown): boolean {
  if (!isObject(value) || !kinds.has(value.kind)) return false;
  return ["environment", "merchant", "key", "name", "href"].every((member) => isText(value[member]));
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;
const isText = (value: unknown): value is string => typeof value === "string";
const isTextOrNull = (value: unknown): value is string | null => value === null || isText(value);
