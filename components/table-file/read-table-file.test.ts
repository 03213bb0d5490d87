import { writeXlsxStream } from "hucre/xlsx";
import { expect, test } from "vitest";
import { readFileText, readTableFile, readTableText, TableFileError } from "./read-table-file.ts";

async function cells(text: string) {
  return (await readTableText(text, 10)).map(({ line, cells: own }) => [line, ...own]);
}

const reasonOf = (reading: Promise<unknown>) =>
  reading.then(
    () => "read",
    (thrown: unknown) => (thrown instanceof TableFileError ? [thrown.reason, thrown.line] : thrown),
  );

test("columns are separated by comma, semicolon or tab, and lines keep their numbers", async () => {
  expect(await cells("Order,Total\r\nA,12.40\r\n\r\nB,9.00\r\n")).toEqual([
    [1, "Order", "Total"],
    [2, "A", "12.40"],
    [4, "B", "9.00"],
  ]);
  expect(await cells("\ufeffA;12,40\n")).toEqual([[1, "A", "12,40"]]);
  expect(await cells("A\t12,40;x")).toEqual([[1, "A", "12,40;x"]]);
  expect(await cells('"A\nB",1\nC,2')).toEqual([
    [1, "A\nB", "1"],
    [3, "C", "2"],
  ]);
});

test("a file is read by its content: UTF-8, Windows-1252, UTF-16", async () => {
  const read = async (...bytes: BlobPart[]) => (await readTableFile(new File(bytes, "orders"), 10)).map((item) => item.cells);
  expect(await read("Währung;Ä-1")).toEqual([["Währung", "Ä-1"]]);
  expect(await read(new Uint8Array([0xc4, 0x2d, 0x31]))).toEqual([["Ä-1"]]);
  expect(await read(new Uint8Array([0xff, 0xfe]), new Uint8Array(new Uint16Array([65, 44, 49]).buffer))).toEqual([["A", "1"]]);
});

test("a spreadsheet's numbers and days are read as a spreadsheet shows them", async () => {
  async function* rows() {
    yield ["Order", "Total", "Date"];
    yield ["A", 12.4 * 1.2, new Date("2026-03-04T00:00:00Z")];
    yield [1001, 1234, "2026-03-05"];
  }
  const book = await new Response(writeXlsxStream(rows(), { name: "Orders" })).arrayBuffer();
  const lines = await readTableFile(new File([book], "orders.csv"), 10);
  expect(lines).toEqual([
    { line: 1, cells: ["Order", "Total", "Date"] },
    { line: 2, cells: ["A", "14.88", "2026-03-04"] },
    { line: 3, cells: ["1001", "1234", "2026-03-05"] },
  ]);
});

test("a file's text is read as it is, and a spreadsheet's with a line for each row", async () => {
  async function* rows() {
    yield ["Order", "Reference"];
    yield [1001, "POSA1"];
  }
  const book = await new Response(writeXlsxStream(rows(), { name: "Orders" })).arrayBuffer();
  expect(await readFileText(new File([book], "refs.xlsx"), 10)).toBe("Order\tReference\n1001\tPOSA1");
  expect(await readFileText(new File(['A "quoted, POSA1\n'], "refs.txt"), 10)).toBe('A "quoted, POSA1\n');
  expect(await reasonOf(readFileText(new File([book], "refs.xlsx"), 1))).toEqual(["too_many", 0]);
});

test("what cannot be read says why", async () => {
  expect(await reasonOf(readTableText(" \n\n", 10))).toEqual(["empty", 0]);
  expect(await reasonOf(readTableText('A,1\nB,"2\nC,3', 10))).toEqual(["line_unreadable", 3]);
  expect(await reasonOf(readTableText("A\n".repeat(11), 10))).toEqual(["too_many", 0]);
  expect(await reasonOf(readTableFile(new File(["PK broken"], "orders.xlsx"), 10))).toEqual(["sheet_unreadable", 0]);
  expect(await reasonOf(readTableFile(new File([new Uint8Array(26 * 1_048_576)], "orders"), 10))).toEqual(["too_large", 0]);
});
