/**
 * A merchant's payment forms as stored in this browser for all its tabs: a form's id is its Idempotency-Key, so a reload,
 * the back button and a second tab send the same payment.
 */
export type FormMemory = {
  /** The form that a new tab continues; null after the last one created its payment. */
  open: string | null;
  /** The form that charges a payment again, by that payment; shows what it created, so that a second visit charges nothing. */
  again: Record<string, string>;
  /** The values that a form sent, by form id; restored after a reload. */
  sent: Record<string, Record<string, string>>;
  /** The payment that a form created, by form id. */
  made: Record<string, string>;
  terminalId: string | null;
};

const rememberedMax = 30;
const nothing: FormMemory = { open: null, again: {}, sent: {}, made: {}, terminalId: null };

/** Unreadable data is ignored; what older data lacks is empty. */
export function readMemory(text: string | null): FormMemory {
  if (text === null) return nothing;
  try {
    const memory: unknown = { ...nothing, ...JSON.parse(text) };
    return isMemory(memory) ? memory : nothing;
  } catch {
    return nothing;
  }
}

/** Validated by hand: a schema library for one small record would enlarge the bundle. */
function isMemory(value: unknown): value is FormMemory {
  if (!isRecordOf(value, () => true)) return false;
  const { open, again, sent, made, terminalId } = value;
  const areForms = isRecordOf(sent, (form) => isRecordOf(form, isText)) && [again, made].every((ids) => isRecordOf(ids, isText));
  return areForms && [open, terminalId].every((item) => item === null || isText(item));
}

const isText = (value: unknown): value is string => typeof value === "string";

function isRecordOf<Each>(value: unknown, fits: (item: unknown) => item is Each): value is Record<string, Each>;
function isRecordOf(value: unknown, fits: (item: unknown) => boolean): value is Record<string, unknown>;
function isRecordOf(value: unknown, fits: (item: unknown) => boolean): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value) && Object.values(value).every(fits);
}

/** The form for a tab without one: the open form, or that which charges the payment `againId` again, or a new one. */
export function joinForm(memory: FormMemory, newId: () => string, againId?: string): { memory: FormMemory; id: string } {
  const id = (againId === undefined ? memory.open : memory.again[againId]) ?? newId();
  if (againId === undefined) return { id, memory: { ...memory, open: id } };
  return { id, memory: { ...memory, again: newest({ ...memory.again, [againId]: id }) } };
}

export function rememberSent(memory: FormMemory, id: string, form: Record<string, string>): FormMemory {
  return { ...memory, sent: newest({ ...memory.sent, [id]: form }), terminalId: form.terminalId ?? memory.terminalId };
}

export function rememberMade(memory: FormMemory, id: string, paymentId: string): FormMemory {
  const { [id]: _, ...sent } = memory.sent;
  return { ...memory, sent, made: newest({ ...memory.made, [id]: paymentId }), open: memory.open === id ? null : memory.open };
}

/** Replaces a form that can no longer be sent. */
export function replaceForm(memory: FormMemory, id: string, newId: string): FormMemory {
  const { [id]: _, ...sent } = memory.sent;
  const [againId] = Object.entries(memory.again).find(([, formId]) => formId === id) ?? [];
  if (againId === undefined) return { ...memory, sent, open: newId };
  return { ...memory, sent, again: { ...memory.again, [againId]: newId } };
}

function newest<Value>(record: Record<string, Value>): Record<string, Value> {
  return Object.fromEntries(Object.entries(record).slice(-rememberedMax));
}
