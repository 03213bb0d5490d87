import { globSync } from "node:fs";
import { type Node, textOf, visitFile } from "../../messages/support/syntax.ts";

export type Expression = { source: string; flags: string; place: string };

/** Folders whose expressions may process external text; those only in tests process their own. */
export const programFiles = (): string[] =>
  globSync("{app,components,lib}/**/*.{ts,tsx}").filter((file) => !/\.test\.tsx?$|\/testing\//.test(file));

/**
 * The regular expressions of these files, and the positions of those constructed at run time, which cannot be
 * proven.
 */
export function collectExpressions(files: readonly string[]): { expressions: Expression[]; dynamic: string[] } {
  const expressions: Expression[] = [];
  const dynamic: string[] = [];
  for (const file of files) {
    const found: { node: Node; value: Omit<Expression, "place"> | undefined }[] = [];
    const source = visitFile(file, (node) => {
      const literal = literalOf(node);
      if (literal) found.push({ node, value: literal });
      else if (isConstructed(node)) found.push({ node, value: constantOf(node) });
    });
    for (const { node, value } of found) {
      const position = `${file}:${source.slice(0, node.start).split("\n").length}`;
      if (value) expressions.push({ ...value, place: position });
      else dynamic.push(position);
    }
  }
  return { expressions, dynamic };
}

/** In source notation. */
export function toText({ source, flags }: Pick<Expression, "source" | "flags">): string {
  return `/${source}/${flags}`;
}

function literalOf({ type, regex }: Node): Omit<Expression, "place"> | undefined {
  if (type !== "Literal" || typeof regex !== "object" || regex === null) return undefined;
  const { pattern, flags } = regex as { pattern: string; flags: string };
  return { source: pattern, flags };
}

function isConstructed({ type, callee }: Node): boolean {
  return (type === "NewExpression" || type === "CallExpression") && (callee as Node).name === "RegExp";
}

/** Undefined unless both arguments are string literals. */
function constantOf(node: Node): Omit<Expression, "place"> | undefined {
  const texts = (node.arguments as Node[]).map((argument) => (argument.type === "Literal" ? textOf(argument) : undefined));
  const [source, flags = ""] = texts;
  return source === undefined || texts.includes(undefined) ? undefined : { source: new RegExp(source).source, flags };
}
