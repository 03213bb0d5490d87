import { type AdditionalNames, isAdditionalRow, namesOfAdditional } from "./additional-fields.ts";
import { replaceEmails } from "./replace-emails.ts";
import { tellingNames } from "./telling-names.ts";

const phoneNumber = /(?<![\w.])\+\d(?:[\s().-]?\d){7,14}(?!\w)/g;
/** A masked card number: "*1234", "4111 **** **** 1234", "••••1234". */
const cardEnding = /(?:(?<!\w)\d{4,6}[ -]?)?(?<![*•])(?<![*•][ -])[*•](?:[ -]?[*•])*[ -]?\d{2,4}(?!\w)/g;

/** Members whose text is or may be personal: staff can type anything into a description or a tag. */
const personalMembers: ReadonlySet<string> = new Set(["pan", "description", "tag", "peer", "userAgent"]);

/** A payment's additional fields: staff choose their names too, so every value may be personal. */
const additionalFields = "extra";

/** Members with a field's value, of one record or of two that are compared. */
const valueMembers: ReadonlySet<string> = new Set(["value", "left", "right"]);

/** Labels of received fields with personal values. A card's scheme is not personal. */
const personalLabel = /card|\bpan\b|descri(?!ptor)|holder|customer|e-?mail|phone|mobile|address|reason/i;
const plainLabel = /scheme|brand|type|application/i;
const senderHeader = /forwarded|(?:^|[-_])(?:for|ip|from)$/i;

const hiddenText = "••••";

/** Text for a shared screen: without e-mail addresses, phone numbers and the last digits of cards. */
export function hideInText(text: string): string {
  return replaceEmails(text, "•••@•••").replace(phoneNumber, hiddenText).replace(cardEnding, hiddenText);
}

/** A copy for a shared screen, without personal data of staff or customers at any depth. */
export function hidePersonal<Value>(value: Value): Value {
  return hide(value, new Set()) as Value;
}

function hide(value: unknown, outer: AdditionalNames): unknown {
  if (typeof value === "string") return hideInText(value);
  if (Array.isArray(value)) return value.map((item) => hide(item, outer));
  if (!isPlainObject(value)) return value;
  const names = namesOfAdditional(value, outer);
  const isHidden = isPersonalField(value) || isAdditionalRow(value, outer);
  const hideMember = ([key, member]: [string, unknown]) => {
    if (key === additionalFields && isPlainObject(member)) return [key, hideEach(member)];
    const isPersonal = personalMembers.has(key) || (isHidden && valueMembers.has(key));
    return [key, isText(member) && isPersonal ? hiddenText : hide(member, names)];
  };
  return Object.fromEntries(Object.entries(value).map(hideMember));
}

function hideEach(fields: object): object {
  return Object.fromEntries(Object.keys(fields).map((name) => [name, hiddenText]));
}

function isPlainObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

/** A received field as displayed: its label or header name, and its value or values. */
function isPersonalField(member: object): boolean {
  if ("label" in member && typeof member.label === "string" && !("known" in member))
    return (personalLabel.test(member.label) || tellingNames.test(member.label)) && !plainLabel.test(member.label);
  return "name" in member && typeof member.name === "string" && senderHeader.test(member.name);
}

function isText(value: unknown): boolean {
  return typeof value === "string" && value !== "";
}

/** Whether a text in it was hidden: saving such a text would overwrite the real one. */
export function hasHiddenText(value: unknown): boolean {
  return (JSON.stringify(value) ?? "").includes(hiddenText.slice(1));
}
