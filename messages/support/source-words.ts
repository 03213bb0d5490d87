import { type Node, textOf, visitFile } from "./syntax.ts";

/** Texts of a source file that a user would read, and its catalogue keys. */
export type SourceWords = {
  /** `file:line: text` of each string that belongs in a catalogue. */
  loose: string[];
  /** Every string of the file: a catalogue key that is in none of them is unused. */
  strings: string[];
  /** Prefix and suffix of computed keys, such as `roles.` and `.name` of `t(`roles.${role}.name`)`. */
  templates: { beginning: string; end: string }[];
};

/** Attributes whose text is always seen or announced. */
const spoken = new Set([
  ...["aria-label", "aria-description", "aria-roledescription", "aria-valuetext", "title", "alt", "placeholder", "label"],
  ...["description", "text", "textValue", "heading", "note", "hint", "errorMessage"],
]);
/** Attributes whose text is never visible. */
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
  const found: SourceWords = { loose: [], strings: [], templates: [] };
  const loose: { at: number; text: string }[] = [];
  const source = visitFile(file, (node, parents) => {
    const text = textOf(node);
    if (text === undefined) return;
    found.strings.push(text);
    const parent = parents.at(-1);
    if (node.type === "TemplateElement" && parent && (parent.quasis as Node[])[0] === node) {
      found.templates.push({ beginning: text, end: textOf((parent.quasis as Node[]).at(-1) ?? node) ?? "" });
    }
    if (isLoose(node, text, parents)) loose.push({ at: node.start, text: text.trim() });
  });
  const line = (offset: number) => source.slice(0, offset).split("\n").length;
  found.loose.push(...loose.map(({ at, text }) => `${file}:${line(at)}: ${text}`));
  return found;
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

/** In a call or a comparison, a string is a key or a value, not a visible text. */
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

/** Types, imports, catalogue lookups, and text that only developers read. */
function silent(node: Node): boolean {
  if (/^TS(LiteralType|TypeReference|Interface|TypeAlias)|^(Import|ExportAll|ExportNamed)Declaration$/.test(node.type)) {
    return node.type !== "ExportNamedDeclaration" || Boolean(node.source);
  }
  if (node.type === "NewExpression") return /Error$/.test(String((node.callee as Node).name ?? ""));
  if (node.type !== "CallExpression") return false;
  const callee = node.callee as Node;
  return callee.type === "Identifier" && ["t", "useTranslations", "getTranslations"].includes(String(callee.name));
}
