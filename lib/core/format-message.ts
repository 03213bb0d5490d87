import formatCompiled from "use-intl/format-message/format-only";

type Parameters = typeof formatCompiled extends (...args: infer Args) => unknown ? Args : never;

/** In the browser's bundle in the place of next-intl's own. Throws, as that does, where a value is missing. */
export default function formatMessage(...[key, message, values, options]: Parameters): ReturnType<typeof formatCompiled> {
  return formatCompiled(key, message, new Proxy<NonNullable<typeof values>>(values ?? {}, { get: getValue }), options);
}
formatMessage.raw = false;

/** Without it a text would say "undefined". */
function getValue(values: object, name: string | symbol): unknown {
  const value: unknown = Reflect.get(values, name);
  if (value === undefined) throw new Error(`The value "${String(name)}" of a text is missing.`);
  return value;
}
