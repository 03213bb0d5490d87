import { type Node, textOf, visitFile } from "./syntax.ts";

/** Properties whose text is sent to the browser: an error's message, a field's fix. */
const saidBy = new Set(["message", "error"]);
/** Schema rules whose last argument is the fix. */
const rules = new Set(["min", "max", "length", "regex", "int", "boolean", "refine", "string", "positive", "nonnegative"]);

/** The sentences that a file of `lib/` can return; placeholders appear as `…`. */
export function readServerSentences(file: string): string[] {
  const found: string[] = [];
  visitFile(file, (node, parents) => {
    const text = sentenceOf(node);
    if (text === undefined || !/^\p{Lu}?[\p{L}\p{N} ].* .*\.$/u.test(text)) return;
    if (isSaid(node, parents)) found.push(text);
  });
  return found;
}

function sentenceOf(node: Node): string | undefined {
  if (node.type !== "TemplateLiteral") return node.type === "Literal" ? textOf(node) : undefined;
  return (node.quasis as Node[]).map(textOf).join("…");
}

function isSaid(node: Node, parents: readonly Node[]): boolean {
  const parent = parents.at(-1);
  if (parent?.type === "Property") return parent.value === node && saidBy.has(String((parent.key as Node).name));
  if (parent?.type !== "CallExpression" || (parent.arguments as Node[]).at(-1) !== node) return false;
  const callee = parent.callee as Node;
  return callee.type === "MemberExpression" && rules.has(String((callee.property as Node).name));
}
