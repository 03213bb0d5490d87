import { z } from "zod";

/**
 * What this browser remembers of a merchant's payment forms, for all its tabs: a form's id is its Idempotency-Key, so a
 * reload, the back button and a second tab send the same payment.
 */
const memorySchema = z.object({
  /** The form that a new tab joins; null when the last one has made its payment. */
  open: z.string().nullable(),
  /** What a form sent, to be shown again after a reload; by form. */
  sent: z.record(z.string(), z.record(z.string(), z.string())),
  /** The payment a form made; by form. */
  made: z.record(z.string(), z.string()),
  terminalId: z.string().nullable(),
});
export type FormMemory = z.infer<typeof memorySchema>;

const rememberedMax = 30;
const nothing: FormMemory = { open: null, sent: {}, made: {}, terminalId: null };

/** Unreadable or older memory is no memory. */
export function readMemory(text: string | null): FormMemory {
  if (text === null) return nothing;
  try {
    return memorySchema.safeParse(JSON.parse(text)).data ?? nothing;
  } catch {
    return nothing;
  }
}

/** The form a tab without one of its own takes up: the open one, or a new one. */
export function joinForm(memory: FormMemory, newId: () => string): { memory: FormMemory; id: string } {
  const id = memory.open ?? newId();
  return { id, memory: { ...memory, open: id } };
}

export function rememberSent(memory: FormMemory, id: string, form: Record<string, string>): FormMemory {
  return { ...memory, sent: newest({ ...memory.sent, [id]: form }), terminalId: form.terminalId ?? memory.terminalId };
}

export function rememberMade(memory: FormMemory, id: string, paymentId: string): FormMemory {
  const { [id]: _, ...sent } = memory.sent;
  return { ...memory, sent, made: newest({ ...memory.made, [id]: paymentId }), open: memory.open === id ? null : memory.open };
}

/** A new form in the place of one that cannot be sent any more. */
export function replaceForm(memory: FormMemory, id: string, newId: string): FormMemory {
  const { [id]: _, ...sent } = memory.sent;
  return { ...memory, sent, open: newId };
}

function newest<Value>(record: Record<string, Value>): Record<string, Value> {
  return Object.fromEntries(Object.entries(record).slice(-rememberedMax));
}
