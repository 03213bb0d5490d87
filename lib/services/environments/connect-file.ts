import { z } from "zod";
import { groupNameSchema } from "#lib/contract/merchant-group.ts";
import { paymentBodyPatchInput } from "#lib/contract/payment-body.ts";
import { contractText } from "#lib/contract/texts.ts";
import { isZone } from "#lib/core/days.ts";
import type { FieldProblem } from "#lib/core/errors.ts";
import { type Environment, isMerchantSlug, merchantNameMax } from "#lib/core/identifiers.ts";
import type { Answers } from "#lib/core/profile-questions.ts";
import { asRule } from "#lib/core/text.ts";
import { coreText } from "#lib/core/texts.ts";
import { checkBaseUrl } from "#lib/gateway/check-base-url.ts";
import { checkCredentials } from "#lib/gateway/check-credentials.ts";
import { parseCertificateInput } from "#lib/notifications/verification/certificate.ts";
import { serviceText } from "#lib/services/texts.ts";

type Missing = "merchant_name_empty" | "base_url_missing" | "partner_id_missing" | "application_id_missing";
const text = (what: string, missing: Missing, max: number) =>
  z
    .string({ error: `Give ${what} as text.` })
    .trim()
    .min(1, asRule(serviceText(missing)))
    .max(max, asRule(contractText("too_many_characters", { count: max })));

/** Secrets are not trimmed: white space in one is reported as a mistake. */
const credential = z.string(asRule(contractText("not_text"))).max(400, asRule(contractText("secret_too_long")));

const certificatesMax = 10;
const tooManyCertificates = contractText("certificates_too_many");

export const merchantInput = z.strictObject({
  slug: z.string(asRule(serviceText("slug_missing"))).refine(isMerchantSlug, asRule(serviceText("slug_form"))),
  name: text("a name", "merchant_name_empty", merchantNameMax),
  clientId: credential,
  clientSecret: credential,
  sid: z
    .string()
    .trim()
    .regex(/^[A-Za-z0-9]{1,15}$/, asRule(contractText("sid_form")))
    .optional(),
  /** Empty or missing, it stays in its group. */
  group: groupNameSchema.optional(),
  certificates: z
    .array(z.string({ error: "A certificate is PEM text." }).max(16_384, asRule(contractText("certificate_too_long"))))
    .max(certificatesMax, asRule(tooManyCertificates))
    .default([]),
});

const optionsInput = z.strictObject({
  zone: z.string().refine(isZone, "This is no time zone. Write one like Europe/Sofia or UTC.").optional(),
  pageSizeName: z
    .string()
    .regex(/^[A-Za-z_][A-Za-z0-9_.-]{0,40}$/, asRule(coreText("query_name_form")))
    .optional(),
  pageSize: z.int("A whole number.").min(1, "At least 1.").max(1_000, "At most 1,000.").optional(),
  sendAccount: z.boolean(asRule(contractText("not_boolean"))).optional(),
  sendDates: z.boolean(asRule(contractText("not_boolean"))).optional(),
  paymentBody: paymentBodyPatchInput.optional(),
  timeoutMs: z.int("A whole number.").min(1_000, "At least 1000.").max(120_000, "At most 120000.").optional(),
});

/** The file of `npm run connect` (docs/connecting-a-gateway.md). */
export const connectFileInput = z.strictObject({
  baseUrl: text("the base address", "base_url_missing", 300),
  partnerId: text("the partner id", "partner_id_missing", 200),
  applicationId: text("the application id", "application_id_missing", 200),
  clientId: credential,
  clientSecret: credential,
  options: optionsInput.optional(),
  merchants: z.array(merchantInput, { error: "merchants is a list." }).max(10_000, "At most 10,000 merchants at once."),
});
export type ConnectFile = z.output<typeof connectFileInput>;

/** Facts about the gateway's open questions go into its profile, the rest is saved with the connection. */
export function splitOptions({
  zone,
  pageSizeName,
  pageSize,
  sendAccount,
  sendDates,
  ...options
}: NonNullable<ConnectFile["options"]> = {}) {
  const named = (isSent: boolean | undefined) => (isSent === undefined ? undefined : isSent ? "optional" : "refused");
  const answers: Answers = {
    zone,
    page_size_name: pageSizeName,
    page_size_max: pageSize,
    account_number: named(sendAccount),
    dates: named(sendDates),
  };
  return { answers, options };
}

export type ConnectCheck = { problems: FieldProblem[]; warnings: FieldProblem[] };

type Checked = { environment: Environment; file: ConnectFile; allowedHosts: readonly string[]; ownHost?: string | undefined };

/** Checks possible without a gateway call (docs/lockout.md, rule 17): a wasted attempt is one of three. */
export function checkConnectFile({ environment, file, ...hosts }: Checked): ConnectCheck {
  const problems = checkBaseUrl({ environment, baseUrl: file.baseUrl, ...hosts }).map((problem) => ({
    field: "baseUrl",
    ...problem,
  }));
  const integration = checkPair("integration", file, "");
  const merchants = checkMerchants(file.merchants);
  return {
    problems: [...problems, ...checkIds(file), ...integration.problems, ...merchants.problems],
    warnings: [...integration.warnings, ...merchants.warnings],
  };
}

/**
 * Partner id and application id are a prefix with `-p-` or `-app-` and a number (docs/lockout.md, rule 17). If they were
 * swapped, every call would be refused; any other form may be a newer one.
 */
function checkIds({ partnerId, applicationId }: Pick<ConnectFile, "partnerId" | "applicationId">): FieldProblem[] {
  return [
    ...(partnerId.includes("-app-") ? [{ field: "partnerId", ...swapped }] : []),
    ...(applicationId.includes("-p-") ? [{ field: "applicationId", ...swapped }] : []),
  ];
}

const swapped = serviceText("partner_and_application_swapped");

/** A warning as one text, which names its field itself: "merchants.0.clientId has an unusual length; …". */
export function warningText({ field, message }: FieldProblem): string {
  return field.slice(0, field.lastIndexOf(".") + 1) + message;
}

/** The same for merchants alone; fields are named `merchants.0.clientId`. */
export function checkMerchants(merchants: ConnectFile["merchants"]): ConnectCheck {
  const pairs = merchants.map((merchant, at) => checkPair("merchant", merchant, `merchants.${at}.`));
  return {
    problems: [
      ...pairs.flatMap((check) => check.problems),
      ...findRepeats(merchants),
      ...merchants.flatMap((merchant, at) => checkCertificates(merchant, `merchants.${at}.certificates`)),
    ],
    warnings: pairs.flatMap((check) => check.warnings),
  };
}

function checkPair(
  kind: "integration" | "merchant",
  pair: { clientId: string; clientSecret: string },
  prefix: string,
): ConnectCheck {
  const { problems, warnings } = checkCredentials(kind, pair);
  return {
    problems: problems.map(({ field, ...text }) => ({ field: `${prefix}${field}`, ...text })),
    warnings: warnings.map(({ field, ...text }) => ({ field: `${prefix}${field}`, ...text })),
  };
}

/** One client id may be used by several slugs, but has one secret; a slug must be unique. */
function findRepeats(merchants: ConnectFile["merchants"]): FieldProblem[] {
  const slugs = new Map<string, number>();
  const secrets = new Map<string, { at: number; secret: string }>();
  return merchants.flatMap(({ slug, clientId, clientSecret }, at) => {
    const sameSlug = slugs.get(slug);
    const sameClient = secrets.get(clientId);
    if (sameSlug === undefined) slugs.set(slug, at);
    if (sameClient === undefined) secrets.set(clientId, { at, secret: clientSecret });
    return [
      ...(sameSlug === undefined
        ? []
        : [{ field: `merchants.${at}.slug`, ...serviceText("slug_repeated", { place: sameSlug }) }]),
      ...(sameClient === undefined || sameClient.secret === clientSecret
        ? []
        : [
            {
              field: `merchants.${at}.clientSecret`,
              ...serviceText("client_id_repeated", { place: sameClient.at }),
            },
          ]),
    ];
  });
}

function checkCertificates({ sid, certificates }: ConnectFile["merchants"][number], field: string): FieldProblem[] {
  let count = 0;
  const unusable = certificates.flatMap((certificate, at) => {
    const parsed = parseCertificateInput(certificate);
    if ("problem" in parsed) return [{ field: `${field}.${at}`, ...parsed.problem }];
    count += parsed.certificates.length;
    return [];
  });
  if (count > certificatesMax) return [{ field, ...tooManyCertificates }];
  const homeless = certificates.length > 0 && sid === undefined;
  return homeless ? [{ field, ...serviceText("certificate_without_sid") }, ...unusable] : unusable;
}
