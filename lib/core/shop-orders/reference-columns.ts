import type { FileLine } from "./order-file.ts";
import { headings, toHeading } from "./recognise-columns.ts";

/** Words of headings for a payment's reference, in the languages of the screens. */
const references: readonly RegExp[] = [
  /^(?:(?:payment|transaction|ipc) )?(?:ref|reference|trnref)(?: (?:id|number|no|nr))?$/u,
  /^(?:zahlungs|transaktions)?referenz ?(?:nummer|nr)?$/u,
  /^reference (?:de|du) paiement$/u,
  /^(?:numero de )?referencia(?: del? pago)?$/u,
  /^(?:numero )?riferimento(?: (?:del )?pagamento)?$/u,
  /^(?:референция(?: на плащане(?:то)?)?|референтен номер)$/u,
];

const sampleMax = 200;

/**
 * The columns that hold references by their heading in the first line: those of payments, then those of orders. A column named
 * so without digits in most of its cells, such as a customer's "Name", is none.
 */
export function referenceColumns(lines: readonly FileLine[]): number[] {
  const [first] = lines;
  const named = (first?.cells ?? []).map(toHeading);
  const indexes = [...named.keys()];
  const isReference = (index: number) => isPaymentReference(named[index] ?? "");
  const payments = indexes.filter(isReference);
  const orders = indexes.filter((index) => !isReference(index) && headings.orderId.test(named[index] ?? ""));
  return [...payments, ...orders].filter((index) => {
    const cells = lines.slice(1, sampleMax).flatMap(({ cells: own }) => own[index]?.trim() || []);
    return cells.filter((cell) => /\d/.test(cell)).length > cells.length / 2;
  });
}

/** Whether a heading says that its column holds references. */
export function hasReferenceHeading(line: FileLine): boolean {
  return line.cells.map(toHeading).some((name) => isPaymentReference(name) || headings.orderId.test(name));
}

function isPaymentReference(name: string): boolean {
  return references.some((pattern) => pattern.test(name));
}
