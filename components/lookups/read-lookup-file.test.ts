import { writeXlsxStream } from "hucre/xlsx";
import { expect, test } from "vitest";
import { readLookupFile } from "./read-lookup-file.ts";

const read = (text: string) => readLookupFile(new File([text], "orders.csv"));

async function sheet(...lines: (string | number)[][]): Promise<File> {
  async function* rows() {
    yield* lines;
  }
  return new File([await new Response(writeXlsxStream(rows(), { name: "Orders" })).arrayBuffer()], "orders.xlsx");
}

test("only the column with the references of a table is taken, short ones too", async () => {
  expect(await read("Order,Total,Date\n1001,12.40,2026-03-04\n1002,9.00,2026-03-04\n1001,1.00,2026-03-05\n,3.00,\n")).toEqual({
    references: ["1001", "1002"],
  });
  expect(await read("\r\nKunde;Bestellnummer\r\n123456;B-1\r\n")).toEqual({ references: ["B-1"] });
  expect(await readLookupFile(await sheet(["Order", "Reference"], [1001, "POSA1"], [1002, ""]))).toEqual({
    references: ["POSA1", "1002"],
  });
});

test("any other file is read as text, a spreadsheet with a line for each row", async () => {
  expect(await read('A "quoted, POSA1\n')).toEqual({ text: 'A "quoted, POSA1\n' });
  expect(await read("ORD-1001,12.40,EUR,2026-03-04")).toEqual({ text: "ORD-1001,12.40,EUR,2026-03-04" });
  expect(await read('Reference:\nsee "this" one, POSA1')).toEqual({ text: 'Reference:\nsee "this" one, POSA1' });
  expect(await readLookupFile(await sheet(["Customer", "Code"], [1001, "POSA1"]))).toEqual({
    text: "Customer\tCode\n1001\tPOSA1",
  });
});
