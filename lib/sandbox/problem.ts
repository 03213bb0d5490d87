/** The gateway's error bodies: ASP.NET ProblemDetails (docs/gateway.md). */
const titles: Record<number, readonly [title: string, section: string]> = {
  400: ["Bad Request", "6.5.1"],
  401: ["Unauthorized", "3.1"],
  403: ["Forbidden", "6.5.3"],
  404: ["Not Found", "6.5.4"],
  405: ["Method Not Allowed", "6.5.5"],
  409: ["Conflict", "6.5.8"],
  413: ["Payload Too Large", "6.5.11"],
  415: ["Unsupported Media Type", "6.5.13"],
  429: ["Too Many Requests", "4"],
  500: ["An error occurred while processing your request.", "6.6.1"],
  502: ["Bad Gateway", "6.6.3"],
  503: ["Service Unavailable", "6.6.4"],
};

export type FieldErrors = Record<string, string[]>;

type ProblemOptions = { detail?: string; headers?: Record<string, string> };

export function problem(status: number, { detail, headers = {} }: ProblemOptions = {}): Response {
  const [title, section] = titles[status] ?? ["Error", "6"];
  const rfc = status === 401 ? "rfc7235" : status === 429 ? "rfc6585" : "rfc7231";
  const body = { type: `https://tools.ietf.org/html/${rfc}#section-${section}`, title, status, ...(detail ? { detail } : {}) };
  return problemResponse(body, status, status === 401 ? { "www-authenticate": "Bearer", ...headers } : headers);
}

/** 400, or another status, with one list of messages for each field, as the gateway names it. */
export function validationProblem(errors: FieldErrors, status = 400): Response {
  const body = {
    type: `https://tools.ietf.org/html/${status === 422 ? "rfc4918#section-11.2" : "rfc7231#section-6.5.1"}`,
    title: "One or more validation errors occurred.",
    status,
    errors,
  };
  return problemResponse(body, status, {});
}

export function methodNotAllowed(methods: readonly string[]): Response {
  return problem(405, { headers: { allow: methods.join(", ") } });
}

function problemResponse(body: unknown, status: number, headers: Record<string, string>): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { "content-type": "application/problem+json; charset=utf-8", "cache-control": "no-store", ...headers },
  });
}

/** Ends the handling of a request with the answer it carries. */
export class ProblemError extends Error {
  readonly response: Response;

  constructor(response: Response) {
    super("problem");
    this.name = "ProblemError";
    this.response = response;
  }
}
