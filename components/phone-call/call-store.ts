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
export type OpenedRecord = CallRecord & {
  callStartedAt: string;
  openedAt: string;
  isNoted: boolean;
};
export type PhoneCall = {
  /** Whose call it is: another account in this browser does not see it. */
  staffId: string;
  startedAt: string;
  /** The note as edited; null until then. */
  text: string | null;
  /** In the order in which they were opened. */
  records: readonly OpenedRecord[];
};

const callKey = "phone-call";
// All tabs of the browser share the call. With one value for all records, tabs that write at once would overwrite each other's.
const recordKeyPrefix = `${callKey} `;
const changed = "phone-call";

/** After this time a call that nobody ended is over. */
const callMaxMs = 12 * 3_600_000;

/** The stored call and what was opened, as text for `parseCall`; null without a call. */
export function readStoredCall(): string | null {
  const call = localStorage.getItem(callKey);
  if (call === null) return null;
  return `[${[call, ...storedKeys().map((key) => localStorage.getItem(key))].join(",")}]`;
}

export function onCallChange(notify: () => void): () => void {
  // Other tabs tell by `storage`.
  for (const type of [changed, "storage"]) addEventListener(type, notify);
  return () => {
    for (const type of [changed, "storage"]) removeEventListener(type, notify);
  };
}

export function beginCall(staffId: string, startedAt: string): void {
  for (const key of storedKeys()) localStorage.removeItem(key);
  store(callKey, { staffId, startedAt, text: null });
}

/** Forgets the call and what was opened, also when somebody signs out. */
export function removeCall(): void {
  for (const key of [callKey, ...storedKeys()]) localStorage.removeItem(key);
  dispatchEvent(new Event(changed));
}

export function changeText(text: string): void {
  const call = currentCall();
  if (call) store(callKey, { staffId: call.staffId, startedAt: call.startedAt, text });
}

/** Each record once; nothing without a call, or when it has ended. */
export function addRecord(record: CallRecord, openedAt: string): void {
  const call = currentCall();
  const id = recordId(record);
  if (!call || isEnded(call) || call.records.some((other) => recordId(other) === id)) return;
  store(recordKeyPrefix + id, { ...record, callStartedAt: call.startedAt, openedAt, isNoted: false });
}

/** Opening it again adds it again. */
export function removeRecord(record: CallRecord): void {
  localStorage.removeItem(recordKeyPrefix + recordId(record));
  dispatchEvent(new Event(changed));
}

/** Its note is written; nothing when the call was discarded meanwhile. */
export function markNoted(record: OpenedRecord): void {
  if (currentCall()?.startedAt === record.callStartedAt) store(recordKeyPrefix + recordId(record), { ...record, isNoted: true });
}

/** Null for anything that is not a call. */
export function parseCall(text: string | null): PhoneCall | null {
  if (text === null) return null;
  try {
    const [call, ...records]: unknown[] = JSON.parse(text);
    if (!isCall(call) || !records.every(isRecord)) return null;
    const opened = records.filter((record) => record.callStartedAt === call.startedAt);
    return { ...call, records: opened.sort((a, b) => a.openedAt.localeCompare(b.openedAt)) };
  } catch {
    return null;
  }
}

/** The records whose note is still to be written. */
export function openRecords({ records }: PhoneCall): readonly OpenedRecord[] {
  return records.filter(({ isNoted }) => !isNoted);
}

/** Whether each of its records has its note. */
export function isEnded(call: PhoneCall): boolean {
  return call.records.length > 0 && openRecords(call).length === 0;
}

export function isOver({ startedAt }: PhoneCall, now: number): boolean {
  return now - Date.parse(startedAt) > callMaxMs;
}

export function recordId({ environment, merchant, kind, key }: CallRecord): string {
  return JSON.stringify([environment, merchant, kind, key]);
}

function currentCall(): PhoneCall | null {
  return parseCall(readStoredCall());
}

function storedKeys(): string[] {
  const keys = Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? "");
  return keys.filter((key) => key.startsWith(recordKeyPrefix)).sort();
}

function store(key: string, value: object): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // The storage is full: the record's page is more important than that it is gathered.
  }
  dispatchEvent(new Event(changed));
}

function isCall(value: unknown): value is Omit<PhoneCall, "records"> {
  return isObject(value) && isText(value.staffId) && isText(value.startedAt) && (value.text === null || isText(value.text));
}

const kinds: ReadonlySet<unknown> = new Set(["reference", "id", "payment", "notification"]);

function isRecord(value: unknown): value is OpenedRecord {
  if (!isObject(value) || !kinds.has(value.kind) || typeof value.isNoted !== "boolean") return false;
  return ["environment", "merchant", "key", "name", "href", "callStartedAt", "openedAt"].every((member) => isText(value[member]));
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;
const isText = (value: unknown): value is string => typeof value === "string";
