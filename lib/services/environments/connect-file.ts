import { z } from "zod";
import { paymentBodyPatchInput } from "#lib/contract/payment-body.ts";
import type { FieldProblem } from "#lib/core/errors.ts";
import { type Environment, isMerchantSlug } from "#lib/core/identifiers.ts";
import type { Answers } from "#lib/core/profile-questions.ts";
import { isZone } from "#lib/core/zoned-time.ts";
import { checkBaseUrl } from "#lib/gateway/check-base-url.ts";
import { checkCredentials } from "#lib/gateway/check-credentials.ts";
import { parseCertificateInput } from "#lib/notifications/verification/certificate.ts";

const text = (what: string, max: number) =>
  z
    .string({ error: `Give ${what} as text.` })
    .trim()
    .min(1, `Give ${what}.`)
    .max(max, `At most ${max} characters.`);

/** Secrets are not trimmed: white space in one is reported as a mistake. */
const credential = z.string({ error: "Give it as text." }).max(400, "At most 400 characters.");

const certificatesMax = 10;
const tooManyCertificates = "An endpoint holds at most 10 certificates.";

export const merchantInput = z.strictObject({
  slug: z
    .string({ error: "Give a slug." })
    .refine(
      isMerchantSlug,
      "A slug has 1 to 41 small letters, digits and dashes, begins with no dash, and is not a word of the desk's own addresses.",
    ),
  name: text("a name", 120),
  clientId: credential,
  clientSecret: credential,
  sid: z
    .string()
    .trim()
    .regex(/^[A-Za-z0-9]{1,15}$/, "A SID is 1 to 15 letters or digits.")
    .optional(),
  certificates: z
    .array(z.string({ error: "A certificate is PEM text." }).max(16_384, "A certificate has at most 16,384 characters."))
    .max(certificatesMax, tooManyCertificates)
    .default([]),
});

const optionsInput = z.strictObject({
  zone: z.string().refine(isZone, "This is no time zone. Write one like Europe/Sofia or UTC.").optional(),
  pageSizeName: z
    .string()
    .regex(/^[A-Za-z_][A-Za-z0-9_.-]{0,40}$/, "A query name, such as size or page_size.")
    .optional(),
  pageSize: z.int("A whole number.").min(1, "At least 1.").max(1_000, "At most 1,000.").optional(),
  sendAccount: z.boolean("true or false.").optional(),
  sendDates: z.boolean("true or false.").optional(),
  paymentBody: paymentBodyPatchInput.optional(),
  timeoutMs: z.int("A whole number.").min(1_000, "At least 1000.").max(120_000, "At most 120000.").optional(),
});

/** The file of `npm run connect` (docs/connecting-a-gateway.md). */
export const connectFileInput = z.strictObject({
  baseUrl: text("the base address", 300),
  partnerId: text("the partner id", 200),
  applicationId: text("the application id", 200),
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

export type ConnectCheck = { problems: FieldProblem[]; warnings: string[] };

type Checked = { environment: Environment; file: ConnectFile; allowedHosts: readonly string[] };

/** Checks possible without a gateway call (docs/lockout.md, rule 17): a wasted attempt is one of three. */
export function checkConnectFile({ environment, file, allowedHosts }: Checked): ConnectCheck {
  const problems = checkBaseUrl({ environment, baseUrl: file.baseUrl, allowedHosts }).map((message) => ({
    field: "baseUrl",
    message,
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
    ...(partnerId.includes("-app-") ? [{ field: "partnerId", message: swapped }] : []),
    ...(applicationId.includes("-p-") ? [{ field: "applicationId", message: swapped }] : []),
  ];
}

const swapped = "The partner id holds -p- and the application id -app-: the two seem to be swapped.";

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
    problems: problems.map(({ field, message }) => ({ field: `${prefix}${field}`, message })),
    warnings: warnings.map((warning) => `${prefix}${warning}`),
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
        : [{ field: `merchants.${at}.slug`, message: `The same slug stands at merchants.${sameSlug}.` }]),
      ...(sameClient === undefined || sameClient.secret === clientSecret
        ? []
        : [
            {
              field: `merchants.${at}.clientSecret`,
              message: `The same client id stands at merchants.${sameClient.at} with another secret; only one can be right.`,
            },
          ]),
    ];
  });
}

function checkCertificates({ sid, certificates }: ConnectFile["merchants"][number], field: string): FieldProblem[] {
  let count = 0;
  const unusable = certificates.flatMap((certificate, at) => {
    const parsed = parseCertificateInput(certificate);
    if ("problem" in parsed) return [{ field: `${field}.${at}`, message: parsed.problem }];
    count += parsed.certificates.length;
    return [];
  });
  if (count > certificatesMax) return [{ field, message: tooManyCertificates }];
  const homeless = certificates.length > 0 && sid === undefined;
  return homeless ? [{ field, message: "Certificates belong to a store: give its sid too." }, ...unusable] : unusable;
}
