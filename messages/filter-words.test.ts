import { expect, test } from "vitest";
import {
  auditFilters,
  type Filter,
  type Filters,
  feeFilters,
  merchantListFilters,
  moneyBackFilters,
  notificationFilters,
  paymentFilters,
  staffListFilters,
  transactionListFilters,
} from "#lib/contract/filters.ts";
import connection from "./en/connection.json" with { type: "json" };
import fees from "./en/fees.json" with { type: "json" };
import filters from "./en/filters.json" with { type: "json" };
import moneyBack from "./en/moneyBack.json" with { type: "json" };
import notifications from "./en/notifications.json" with { type: "json" };
import payments from "./en/payments.json" with { type: "json" };
import staff from "./en/staff.json" with { type: "json" };

const words = { connection, fees, filters, moneyBack, notifications, payments, staff };
const all: [string, Filter][] = [
  transactionListFilters,
  moneyBackFilters,
  notificationFilters,
  paymentFilters,
  auditFilters,
  feeFilters,
  merchantListFilters,
  staffListFilters,
].flatMap((list: Filters) => Object.entries(list).filter(([, { kind }]) => kind !== "zone"));

test("each filter has a label, and each choice its values, in words", () => {
  const keys = all.flatMap(([name, filter]) => [
    `filters.labels.${filter.label ?? name}`,
    ...(filter.kind === "choice" ? filter.values.map((value) => `${filter.words ?? `filters.values.${name}`}.${value}`) : []),
  ]);
  expect(keys.filter((key) => typeof find(key) !== "string")).toEqual([]);
});

test("no label or value is left of a filter that is gone", () => {
  const names = all.map(([name]) => name);
  const labels = all.map(([name, { label }]) => label ?? name);
  expect(Object.keys(filters.labels).filter((key) => !labels.includes(key))).toEqual([]);
  expect(Object.keys(filters.inputs).filter((key) => !labels.includes(key))).toEqual([]);
  expect(Object.keys(filters.values).filter((key) => !names.includes(key))).toEqual([]);
});

function find(key: string): unknown {
  return key.split(".").reduce<unknown>((found, part) => (found as { [key: string]: unknown } | undefined)?.[part], words);
}
