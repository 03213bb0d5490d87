const byteaType = 17;
const nullLength = -1;

/**
 * A one-dimensional bytea[] in PostgreSQL's binary format (array_recv in its sources): half as many bytes to send as the
 * hexadecimal text that the driver would make of it, and nothing to escape.
 */
export function toByteaArray(values: readonly (Buffer | null | undefined)[]): Buffer {
  const hasNulls = values.every((value) => value) ? 0 : 1;
  const head = [1, hasNulls, byteaType, values.length, 1];
  const array = Buffer.allocUnsafe(values.reduce((length, value) => length + 4 + (value?.length ?? 0), head.length * 4));
  let at = 0;
  for (const word of head) at = array.writeInt32BE(word, at);
  for (const value of values) {
    at = array.writeInt32BE(value?.length ?? nullLength, at);
    if (value) at += value.copy(array, at);
  }
  return array;
}
