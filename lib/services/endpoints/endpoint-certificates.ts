import { AppError, type FieldProblem } from "#lib/core/errors.ts";
import { type NotifyCertificate, parseCertificateInput } from "#lib/notifications/verification/certificate.ts";
import { serviceText } from "#lib/services/texts.ts";

/** Parses pasted certificates; throws `invalid_input` with each that is unreadable and each pack of another store. */
export function readCertificates(texts: readonly string[], { field, sid }: { field: string; sid: string }): NotifyCertificate[] {
  const problems: FieldProblem[] = [];
  const certificates = texts.flatMap((text, at) => {
    const parsed = parseCertificateInput(text);
    if ("problem" in parsed) problems.push({ field: `${field}.${at}`, ...parsed.problem });
    else if (parsed.sid !== null && parsed.sid !== sid)
      problems.push({ field: `${field}.${at}`, ...serviceText("pack_of_other_sid", { sid: parsed.sid }) });
    else return parsed.certificates;
    return [];
  });
  if (problems.length > 0) throw new AppError("invalid_input", { fields: problems });
  return certificates;
}
