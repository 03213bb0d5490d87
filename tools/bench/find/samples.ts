import type pg from "pg";

/** One of each identifier that a caller may give, of rows all over the ledger. */
export async function sampleIdentifiers(pool: pg.Pool, count: number): Promise<string[]> {
  const { rows } = await pool.query<Record<string, string>>(
    `select reference, reference_number, id, digits, stan, terminal_id, (abs(amount_minor) / 100.0)::numeric(12,2)::text as amount
     from bench_row where terminal_id is not null order by md5(n::text) limit $1`,
    [count],
  );
  return rows.map(
    (
      { reference = "", reference_number: order = "", id = "", digits = "", stan = "", terminal_id: terminal = "", amount = "" },
      index,
    ) => {
      const spoken = [reference, order, id, digits, stan, terminal, amount];
      const ways = [
        ...spoken,
        reference.toLowerCase(),
        ` ${order.toLowerCase()} `,
        stan.replace(/^0+/, ""),
        reference.slice(0, 9),
        order.slice(0, 10),
      ];
      return ways[index % ways.length] ?? reference;
    },
  );
}

export type Filter = Record<string, string>;

/** Filters built from the values of two rows, so that combinations match many rows, few, or none. */
export async function sampleFilters(pool: pg.Pool, count: number): Promise<Filter[]> {
  const { rows } = await pool.query<Record<string, string>>(
    `select type, sign, currency, account_number, terminal_id, amount_minor::text, to_char(occurred_at, 'YYYY-MM-DD') as day, reference
     from bench_row order by md5(n::text || 'filter') limit $1`,
    [count * 2],
  );
  return Array.from({ length: count }, (_, index) => {
    const [one = {}, other = {}] = [rows[index * 2], rows[index * 2 + 1]];
    const amounts = [one, other]
      .map(({ amount_minor = "0" }) => Math.abs(Number(amount_minor)) / 100)
      .toSorted((left, right) => left - right)
      .map(String);
    const days = [one.day, other.day].toSorted();
    const parts: [string, string | undefined | null][] = [
      ["type", one.type],
      ["sign", other.sign],
      ["currency", one.currency],
      ["account", other.account_number],
      ["terminal", one.terminal_id],
      ["amountMin", amounts[0]],
      ["amountMax", amounts[1]],
      ["from", days[0]],
      ["to", days[1]],
    ];
    // Two or three of nine conditions on average, in a fixed pattern: the same filters in every run.
    const chosen = parts.filter((_part, place) => (index * 2_654_435_761 + place * 40_503 + index * place * 97) % 100 < 28);
    const filter = Object.fromEntries(chosen.flatMap(([name, value]) => (value ? [[name, value]] : [])));
    return { ...filter, order: ["newest", "newest", "oldest", "largest", "smallest"][index % 5] ?? "newest" };
  });
}

/** The worst cases for an index by time only. */
export function hardFilters(slug: string): { name: string; filter: Filter }[] {
  const [digit] = slug.slice(-1);
  return [
    { name: "no filter", filter: {} },
    { name: "a type one in 5,000 rows has", filter: { type: "042" } },
    { name: "a type of a single month, long ago", filter: { type: "019" } },
    { name: "a terminal out of use for 18 months", filter: { terminal: `810${digit}0009` } },
    { name: "fees that are credits: none", filter: { type: "001", sign: "credit" } },
    { name: "fees above any fee: none", filter: { type: "001", amountMin: "5000" } },
    { name: "one exact amount", filter: { amountMin: "123.45", amountMax: "123.45" } },
    { name: "a rare type, largest first", filter: { type: "042", order: "largest" } },
    { name: "fees, smallest first", filter: { type: "001", order: "smallest" } },
    { name: "an order number", filter: { q: "ORD-000000777" } },
    { name: "an order number's beginning", filter: { q: "ORD-00000" } },
  ];
}
