const byteaType = 17;
const int4Type = 23;
const textType = 25;

const wordBytes = 4;
const nullLength = -1;

/** One-dimensional: how many dimensions, whether it has nulls, of which type, how many elements, counted from 1. */
function begin(type: number, { length, hasNulls, bytes }: { length: number; hasNulls: boolean; bytes: number }) {
  const head = [1, hasNulls ? 1 : 0, type, length, 1];
  const array = Buffer.allocUnsafe((head.length + length) * wordBytes + bytes);
  let at = 0;
  for (const word of head) at = array.writeInt32BE(word, at);
  return { array, at };
}

/**
 * A one-dimensional bytea[] in PostgreSQL's binary format (array_recv in its sources): half as many bytes to send as the
 * hexadecimal text that the driver would make of it, and nothing to escape.
 */
export function toByteaArray(values: readonly (Buffer | null | undefined)[]): Buffer {
  const hasNulls = !values.every((value) => value);
  const bytes = values.reduce((sum, value) => sum + (value?.length ?? 0), 0);
  let { array, at } = begin(byteaType, { length: values.length, hasNulls, bytes });
  for (const value of values) {
    at = array.writeInt32BE(value?.length ?? nullLength, at);
    if (value) at += value.copy(array, at);
  }
  return array;
}

/** The same of texts, which need not be looked through for what to escape. */
export function toTextArray(values: readonly (string | null)[]): Buffer {
  const lengths = values.map((value) => (value === null ? nullLength : Buffer.byteLength(value)));
  const bytes = lengths.reduce((sum, length) => sum + Math.max(0, length), 0);
  let { array, at } = begin(textType, { length: values.length, hasNulls: values.includes(null), bytes });
  for (const [place, value] of values.entries()) {
    at = array.writeInt32BE(lengths[place] ?? nullLength, at);
    if (value !== null) at += array.write(value, at);
  }
  return array;
}

/** The same of whole numbers of 32 bits. */
export function toInt4Array(values: readonly number[]): Buffer {
  let { array, at } = begin(int4Type, { length: values.length, hasNulls: false, bytes: values.length * wordBytes });
  for (const value of values) at = array.writeInt32BE(value, array.writeInt32BE(wordBytes, at));
  return array;
}
