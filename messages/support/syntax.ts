import { readFileSync } from "node:fs";
import { parseSync } from "oxc-parser";

/** A node of the syntax tree; other properties depend on its type. */
export type Node = { type: string; start: number; end: number } & Record<string, unknown>;
export type Visit = (node: Node, parents: readonly Node[]) => void;

/** Visits every node of a file, outer ones first. Returns the file's text. */
export function visitFile(file: string, visit: Visit): string {
  const source = readFileSync(file, "utf8");
  walk(parseSync(file, source).program as unknown as Node, [], visit);
  return source;
}

function walk(node: Node, parents: readonly Node[], visit: Visit): void {
  visit(node, parents);
  const inner = [...parents, node];
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) walk(child, inner, visit);
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && typeof (value as { type?: unknown }).type === "string";
}

/** The text of a string, of a part of a template, or between tags. */
export function textOf(node: Node): string | undefined {
  if (node.type === "JSXText") return node.value as string;
  if (node.type === "Literal" && typeof node.value === "string") return node.value;
  if (node.type === "TemplateElement") return (node.value as { cooked: string }).cooked;
  return undefined;
}
