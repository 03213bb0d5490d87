import { readFileSync } from "node:fs";
import { parseSync } from "oxc-parser";

type Node = { type: string; start: number; end: number } & Record<string, unknown>;

/** Words of a source file that a person would read, and what it asks the catalogues for. */
export type SourceWords = {
  /** `file:line: text` of each string that ought to stand in a catalogue. */
  loose: string[];
  /** Every string of the file: a key of the catalogues that is in none of them is unused. */
  strings: string[];
  /** Beginnings of keys put together, such as `roles.` of `t(`roles.${role}`)`. */
  beginnings: string[];
};

/** Attributes whose text is seen or heard whatever it looks like. */
const spoken = new Set([
  ...["aria-label", "aria-description", "aria-roledescription", "aria-valuetext", "title", "alt", "placeholder", "label"],
  ...["description", "text", "textValue", "heading", "note", "hint", "errorMessage"],
]);
/** Attributes whose text nobody sees. */
const unseen = new Set([
  "className",
  "class",
  "id",
  "name",
  "href",
  "rel",
  "type",
  "role",
  "autoComplete",
  "allow",
  "d",
  "sizes",
]);

const proper = new Set([
  ...["Counterfoil", "IPC_Trnref", "OrderID", "URL_Notify", "URL_OK", "URL_Cancel", "SID", "STAN", "RRN", "CSV", "XLSX", "JSON"],
  ...["Markdown", "PEM", "OK", "UTC", "CERTIFICATE", "PUBLIC KEY", "OAuth", "QR", "Ctrl", "Esc", "Amex", "Visa", "Mastercard"],
  ...["Enter", "Escape", "Tab", "Home", "End", "Delete", "Backspace", "Shift", "Control", "Meta", "Alt", "Space", "Mac"],
]);
const keyName = /^(Arrow(Up|Down|Left|Right)|Page(Up|Down)|[A-Z][a-z]+(-[A-Z][a-z]+)+|[A-Z][A-Z_]+)$/;

export function readSourceWords(file: string): SourceWords {
  const source = readFileSync(file, "utf8");
  const found: SourceWords = { loose: [], strings: [], beginnings: [] };
  const line = (at: number) => source.slice(0, at).split("\n").length;
  const loose = (node: Node, text: string) => found.loose.push(`${file}:${line(node.start)}: ${text.trim()}`);
  walk(parseSync(file, source).program as unknown as Node, [], (node, parents) => {
    const text = textOf(node);
    if (text === undefined) return;
    found.strings.push(text);
    const parent = parents.at(-1);
    if (node.type === "TemplateElement" && parent && (parent.quasis as Node[])[0] === node) found.beginnings.push(text);
    if (isLoose(node, text, parents)) loose(node, text);
  });
  return found;
}

function textOf(node: Node): string | undefined {
  if (node.type === "JSXText") return node.value as string;
  if (node.type === "Literal" && typeof node.value === "string") return node.value;
  if (node.type === "TemplateElement") return (node.value as { cooked: string }).cooked;
  return undefined;
}

function isLoose(node: Node, text: string, parents: readonly Node[]): boolean {
  const words = text.trim();
  if (!/\p{L}{2}/u.test(words) || proper.has(words) || keyName.test(words)) return false;
  if (node.type === "JSXText") return true;
  if (parents.some((parent) => silent(parent))) return false;
  const attribute = parents.findLast(({ type }) => type === "JSXAttribute");
  const name = attribute ? String((attribute.name as Node).name) : undefined;
  if (name !== undefined && (unseen.has(name) || name.startsWith("data-"))) return false;
  const asWords = isWordPlace(parents);
  if (name !== undefined && spoken.has(name) && asWords) return true;
  const inMarkup = name === undefined && parents.at(-1)?.type !== "JSXAttribute" && isChild(parents);
  return (inMarkup && asWords) || /^[^\p{L}]*\p{Lu}\p{Ll}+([ .,:;!?…’']|$)/u.test(words);
}

/** Inside a call or a comparison a string is a key or a value, not a word to read. */
function isWordPlace(parents: readonly Node[]): boolean {
  const from = parents.findLastIndex(({ type }) => type === "JSXExpressionContainer" || type === "JSXAttribute");
  return parents
    .slice(from + 1)
    .every(({ type }) =>
      ["ConditionalExpression", "LogicalExpression", "TemplateLiteral", "JSXExpressionContainer"].includes(type),
    );
}

/** In braces between tags: `{isOpen ? "open" : "closed"}`. */
function isChild(parents: readonly Node[]): boolean {
  const at = parents.findLastIndex(({ type }) => type === "JSXExpressionContainer");
  const holder = parents[at - 1]?.type;
  return at > 0 && (holder === "JSXElement" || holder === "JSXFragment");
}

/** Types, imports, asking a catalogue, and what only a developer reads. */
function silent(node: Node): boolean {
  if (/^TS(LiteralType|TypeReference|Interface|TypeAlias)|^(Import|ExportAll|ExportNamed)Declaration$/.test(node.type)) {
    return node.type !== "ExportNamedDeclaration" || Boolean(node.source);
  }
  if (node.type === "NewExpression") return /Error$/.test(String((node.callee as Node).name ?? ""));
  if (node.type !== "CallExpression") return false;
  const callee = node.callee as Node;
  return callee.type === "Identifier" && ["t", "useTranslations", "getTranslations"].includes(String(callee.name));
}

function walk(node: Node, parents: readonly Node[], visit: (node: Node, parents: readonly Node[]) => void): void {
  visit(node, parents);
  const inner = [...parents, node];
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) walk(child, inner, visit);
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && typeof (value as { type?: unknown }).type === "string";
}
