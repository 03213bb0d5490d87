import { writeXlsxStream } from "hucre/xlsx";
import { expect, test } from "vitest";
import { readFileContent, readTableFile, readTableText, TableFileError } from "./read-table-file.ts";

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

test("a CSV may begin with the letters PK", async () => {
  const lines = await readTableFile(new File(["PK_ORDER,Total\nPK-1,12.40\n"], "orders.csv"), 10);
  expect(lines.map((item) => item.cells)).toEqual([
    ["PK_ORDER", "Total"],
    ["PK-1", "12.40"],
  ]);
});

const contentOfBytes = (hex: string) => readFileContent(new File([new Uint8Array(Buffer.from(hex, "hex"))], "orders.csv"), 10);

test.each([
  [
    "German",
    "42657374656c6c6e756d6d65723b4772f6df653b4265747261670d0a412d313b46fcdf652c20dc6265726772f6df653b31322c34302080",
    "Bestellnummer;Größe;Betrag\r\nA-1;Füße, Übergröße;12,40 €",
  ],
  [
    "French",
    "436f6d6d616e64653b5072e96e6f6d3b536f6369e974e90d0a422d323b5a6fe93b4372e9e96520e0204f726ce9616e73206ff9204e6feb6c",
    "Commande;Prénom;Société\r\nB-2;Zoé;Créée à Orléans où Noël",
  ],
  ["a single word", "4772f6df65", "Größe"],
  [
    "Bulgarian",
    "cdeeece5f020ede020efeef0faf7eae03bd1f3ece03bcaebe8e5edf20d0a412d313b31322c343020ebe22e3bc8e2e0ed20c9eef0e4e0edeee220e820436f",
    "Номер на поръчка;Сума;Клиент\r\nA-1;12,40 лв.;Иван Йорданов и Co",
  ],
  ["a Bulgarian amount", "31322c343020ebe22e", "12,40 лв."],
])("a file of Windows is read in its alphabet: %s", async (_, hex, text) => {
  expect(await contentOfBytes(hex)).toEqual({ text });
});

test("UTF-16 is read by its byte order mark", async () => {
  expect(await contentOfBytes("fffe41002c001604")).toEqual({ text: "A,Ж" });
  expect(await contentOfBytes("feff0041002c0416")).toEqual({ text: "A,Ж" });
});

test.each([
  ["a blank line first", "\r\n\r\nA;12,40\r\nB;9,00", [3, "A", "12,40"]],
  ["a title first", "Orders March\nA;12,40\nB;9,00", [2, "A", "12,40"]],
  ["a title with a comma first", "Orders, March\n\nA;12,40", [3, "A", "12,40"]],
  ["a title before tabs", "Orders; March, April\nA\t12,40\tx\nB\t9,00\ty", [2, "A", "12,40", "x"]],
  ["a semicolon in a note", "Order,Total,Note\nA,12.40,paid; thanks", [2, "A", "12.40", "paid; thanks"]],
  ["separators in quotes", 'Order,Note\nA,"x;y;\nz;t"\nB,"u;v"', [2, "A", "x;y;\nz;t"]],
  ["whole numbers only", "800007,1240\n800008,900", [1, "800007", "1240"]],
])("the separator is the one that the lines agree on: %s", async (_, text, line) => {
  expect(await cells(text)).toContainEqual(line);
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
  expect(await readFileContent(new File([book], "refs.xlsx"), 10)).toEqual({
    lines: [
      { line: 1, cells: ["Order", "Reference"] },
      { line: 2, cells: ["1001", "POSA1"] },
    ],
  });
  expect(await readFileContent(new File(['A "quoted, POSA1\n'], "refs.txt"), 10)).toEqual({ text: 'A "quoted, POSA1\n' });
  expect(await reasonOf(readFileContent(new File([book], "refs.xlsx"), 1))).toEqual(["too_many", 0]);
});

test("what cannot be read says why", async () => {
  expect(await reasonOf(readTableText(" \n\n", 10))).toEqual(["empty", 0]);
  expect(await reasonOf(readTableText('A,1\nB,"2\nC,3', 10))).toEqual(["line_unreadable", 3]);
  expect(await reasonOf(readTableText("A\n".repeat(11), 10))).toEqual(["too_many", 0]);
  expect(await reasonOf(readTableFile(new File(["PK\x03\x04 broken"], "orders.xlsx"), 10))).toEqual(["sheet_unreadable", 0]);
  expect(await reasonOf(readTableFile(new File([new Uint8Array(26 * 1_048_576)], "orders"), 10))).toEqual(["too_large", 0]);
});
