/** The STAN of a payment by its number, counted from 1: six digits that begin again after 999999. */
export function toStan(number: number): string {
  return String(((number - 1) % 999_999) + 1).padStart(6, "0");
}
